"""Words for time zones that their database lacks: large cities, countries' other names, abbreviations."""

#: The zones that most people live in, the more usual first, each with words for it beside its own city.
#: An abbreviation or a name that several zones share stands at each of them.
WORDS = {
    "Europe/London": (
        "England, Scotland, Wales, Manchester, Birmingham, Liverpool, Leeds, Glasgow, Edinburgh, Cardiff, "
        "Bristol, GMT, BST, WET"
    ),
    "UTC": "GMT, Zulu, Universal, Z",
    "Europe/Berlin": (
        "Munich, München, Hamburg, Frankfurt, Cologne, Köln, Stuttgart, Düsseldorf, Leipzig, Dresden, "
        "Nuremberg, Hannover, Deutschland, CET, CEST, MEZ"
    ),
    "Europe/Paris": "Lyon, Marseille, Toulouse, Nice, Bordeaux, Lille, Strasbourg, CET, CEST",
    "Europe/Madrid": "Barcelona, Valencia, Seville, Sevilla, Bilbao, Malaga, Zaragoza, España, CET, CEST",
    "Europe/Rome": (
        "Milan, Milano, Roma, Naples, Turin, Torino, Bologna, Florence, Venice, Palermo, Italia, CET, CEST"
    ),
    "America/New_York": (
        "Washington, Boston, Philadelphia, Atlanta, Miami, Orlando, Tampa, Baltimore, Pittsburgh, "
        "Cleveland, Columbus, Cincinnati, Charlotte, Raleigh, Buffalo, Florida, Virginia, NYC, EST, EDT, "
        "ET, Eastern Time"
    ),
    "America/Chicago": (
        "Houston, Dallas, Austin, San Antonio, New Orleans, Minneapolis, Milwaukee, St Louis, Kansas "
        "City, Nashville, Memphis, Oklahoma City, Texas, CST, CDT, CT, Central Time"
    ),
    "America/Denver": (
        "Salt Lake City, Albuquerque, Colorado Springs, El Paso, Utah, MST, MDT, MT, Mountain Time"
    ),
    "America/Phoenix": "Tucson, Mesa, Arizona, MST",
    "America/Los_Angeles": (
        "San Francisco, Seattle, San Diego, San Jose, Portland, Las Vegas, Sacramento, Oakland, Silicon "
        "Valley, Palo Alto, California, Oregon, Nevada, Washington State, LA, PST, PDT, PT, Pacific Time"
    ),
    "America/Anchorage": "Alaska, AKST, AKDT",
    "Pacific/Honolulu": "Hawaii, HST",
    "Asia/Kolkata": (
        "Delhi, New Delhi, Mumbai, Bombay, Bangalore, Bengaluru, Chennai, Madras, Hyderabad, Pune, "
        "Ahmedabad, Calcutta, Jaipur, Lucknow, Surat, Kochi, Chandigarh, Noida, Gurgaon, IST"
    ),
    "Asia/Shanghai": (
        "Beijing, Peking, Shenzhen, Guangzhou, Chengdu, Chongqing, Tianjin, Wuhan, Hangzhou, Nanjing, "
        "Xi'an, CST"
    ),
    "Asia/Hong_Kong": "Kowloon, HKT",
    "Asia/Tokyo": "Osaka, Kyoto, Yokohama, Nagoya, Sapporo, Fukuoka, Kobe, JST",
    "Asia/Seoul": "Busan, Incheon, Daegu, Daejeon, South Korea, KST",
    "Asia/Singapore": "SGT",
    "Asia/Taipei": "Kaohsiung, Taichung, Hsinchu",
    "Asia/Manila": "Quezon City, Cebu, Davao, PHT, PST",
    "Asia/Jakarta": "Surabaya, Bandung, Medan, WIB",
    "Asia/Makassar": "Bali, Denpasar, WITA",
    "Asia/Kuala_Lumpur": "Penang, Johor Bahru, MYT",
    "Asia/Bangkok": "Chiang Mai, Phuket, ICT",
    "Asia/Ho_Chi_Minh": "Hanoi, Saigon, Da Nang, ICT",
    "Asia/Dhaka": "Chittagong, BST",
    "Asia/Karachi": "Lahore, Islamabad, Rawalpindi, Faisalabad, Peshawar, Hyderabad, PKT",
    "Asia/Colombo": "Kandy",
    "Asia/Kathmandu": "Pokhara",
    "Asia/Yangon": "Rangoon, Mandalay",
    "Asia/Dubai": "Abu Dhabi, Sharjah, Emirates, GST",
    "Asia/Riyadh": "Jeddah, Mecca, Medina, Dammam, AST",
    "Asia/Qatar": "Doha",
    "Asia/Kuwait": "Kuwait City",
    "Asia/Baghdad": "Basra, Mosul, Erbil",
    "Asia/Tehran": "Mashhad, Isfahan, Shiraz, Tabriz, IRST",
    "Asia/Kabul": "Kandahar, Herat",
    "Asia/Tashkent": "Namangan",
    "Asia/Almaty": "Astana, Shymkent",
    "Asia/Yerevan": "Gyumri",
    "Asia/Tbilisi": "Batumi",
    "Asia/Baku": "Ganja",
    "Europe/Istanbul": "Ankara, Izmir, Bursa, Antalya, Türkiye, TRT",
    "Europe/Moscow": "St Petersburg, Saint Petersburg, Kazan, Nizhny Novgorod, Rostov, Sochi, MSK",
    "Asia/Yekaterinburg": "Chelyabinsk, Ufa, Perm",
    "Asia/Novosibirsk": "Akademgorodok",
    "Asia/Vladivostok": "Khabarovsk",
    "Europe/Kyiv": "Kiev, Kharkiv, Odesa, Odessa, Dnipro, Lviv, EET, EEST",
    "Europe/Minsk": "Gomel",
    "Europe/Warsaw": "Krakow, Wroclaw, Poznan, Gdansk, Lodz, Polska, CET, CEST",
    "Europe/Prague": "Brno, Ostrava, Czechia, CET, CEST",
    "Europe/Vienna": "Graz, Linz, Salzburg, Innsbruck, Wien, Österreich, CET, CEST",
    "Europe/Zurich": "Geneva, Basel, Bern, Lausanne, Schweiz, CET, CEST",
    "Europe/Amsterdam": "Rotterdam, The Hague, Utrecht, Eindhoven, Holland, CET, CEST",
    "Europe/Brussels": "Antwerp, Ghent, Liège, Leuven, CET, CEST",
    "Europe/Copenhagen": "Aarhus, Odense, CET, CEST",
    "Europe/Stockholm": "Gothenburg, Göteborg, Malmö, Uppsala, CET, CEST",
    "Europe/Oslo": "Bergen, Trondheim, Stavanger, CET, CEST",
    "Europe/Helsinki": "Espoo, Tampere, Turku, Oulu, EET, EEST",
    "Europe/Budapest": "Debrecen, Szeged, CET, CEST",
    "Europe/Belgrade": "Novi Sad, Nis, CET, CEST",
    "Europe/Zagreb": "Split, Rijeka, CET, CEST",
    "Europe/Bucharest": "Cluj, Timisoara, Iasi, EET, EEST",
    "Europe/Sofia": "Plovdiv, Varna, EET, EEST",
    "Europe/Athens": "Thessaloniki, Patras, EET, EEST",
    "Europe/Vilnius": "Kaunas",
    "Europe/Riga": "Daugavpils",
    "Europe/Tallinn": "Tartu",
    "Europe/Lisbon": "Porto, Braga, WET, WEST",
    "Europe/Dublin": "Cork, Galway, Limerick, IST",
    "Asia/Jerusalem": "Tel Aviv, Haifa, IST",
    "Asia/Beirut": "Tripoli",
    "Asia/Amman": "Irbid",
    "Asia/Damascus": "Aleppo",
    "Africa/Cairo": "Alexandria, Giza, EET, EEST",
    "Africa/Lagos": "Abuja, Kano, Ibadan, Port Harcourt, WAT",
    "Africa/Accra": "Kumasi, GMT",
    "Africa/Nairobi": "Mombasa, Kisumu, EAT",
    "Africa/Addis_Ababa": "EAT",
    "Africa/Kampala": "Entebbe, EAT",
    "Africa/Dar_es_Salaam": "Dodoma, Zanzibar, EAT",
    "Africa/Johannesburg": "Cape Town, Durban, Pretoria, Soweto, SAST",
    "Africa/Harare": "Bulawayo, CAT",
    "Africa/Casablanca": "Rabat, Marrakesh, Fez, Tangier",
    "Africa/Algiers": "Oran, CET",
    "Africa/Tunis": "Sfax, CET",
    "Africa/Kinshasa": "WAT",
    "America/Toronto": "Ottawa, Montreal, Québec, Mississauga, Hamilton, Ontario, Waterloo, EST, EDT, ET",
    "America/Vancouver": "Victoria, British Columbia, Surrey, PST, PDT, PT",
    "America/Edmonton": "Calgary, Alberta, MST, MDT, MT",
    "America/Winnipeg": "Manitoba, CST, CDT, CT",
    "America/Halifax": "Nova Scotia, AST, ADT",
    "America/St_Johns": "Newfoundland, NST, NDT",
    "America/Mexico_City": "Guadalajara, Monterrey, Puebla, CDMX, CST",
    "America/Tijuana": "Mexicali",
    "America/Guatemala": "Guatemala City",
    "America/Bogota": "Medellin, Cali, Barranquilla, Cartagena",
    "America/Lima": "Arequipa, Cusco",
    "America/Guayaquil": "Quito, Cuenca",
    "America/Caracas": "Maracaibo, Valencia",
    "America/Santiago": "Valparaiso, Concepcion",
    "America/Argentina/Buenos_Aires": "Cordoba, Rosario, La Plata, ART",
    "America/Montevideo": "Punta del Este",
    "America/Sao_Paulo": "Rio de Janeiro, Brasilia, Belo Horizonte, Curitiba, Porto Alegre, Brasil, BRT",
    "America/Manaus": "Amazonas",
    "America/Fortaleza": "Natal",
    "Australia/Sydney": "Canberra, Newcastle, Wollongong, New South Wales, AEST, AEDT",
    "Australia/Melbourne": "Geelong, Victoria, AEST, AEDT",
    "Australia/Brisbane": "Gold Coast, Cairns, Queensland, AEST",
    "Australia/Adelaide": "ACST, ACDT",
    "Australia/Perth": "Fremantle, AWST",
    "Australia/Darwin": "Alice Springs, ACST",
    "Pacific/Auckland": "Wellington, Christchurch, Hamilton, NZST, NZDT",
    "Atlantic/Reykjavik": "Keflavik",
    "Atlantic/Azores": "Ponta Delgada",
    "Pacific/Guam": "Hagatna, ChST",
}

#: Other names of countries, by their codes.
COUNTRIES = {
    "US": "USA, America, United States of America",
    "GB": "UK, United Kingdom, Great Britain",
    "AE": "UAE",
    "KR": "Korea",
    "KP": "North Korea",
    "CI": "Ivory Coast",
    "CD": "DR Congo, DRC",
    "BR": "Brasil",
    "ES": "España",
    "AT": "Österreich",
    "MM": "Burma",
    "MK": "Macedonia",
    "SZ": "Swaziland",
    "TL": "Timor-Leste",
    "VA": "Holy See",
}

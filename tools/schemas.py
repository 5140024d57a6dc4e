"""Writes the editors' JSON Schemas below schema/, or says with --check that they are not up to date."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.figures import figure_schema  # noqa: E402
from bot.packs import pack_schema, question_schema  # noqa: E402


def main() -> int:
    schemas = {"question": question_schema(figure_schema()), "pack": pack_schema()}
    stale = False
    for name, schema in schemas.items():
        path = ROOT / "schema" / f"{name}.schema.json"
        text = json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
        if path.is_file() and path.read_text("utf-8") == text:
            continue
        if "--check" in sys.argv:
            print(f"schema/{path.name}: older than the models; run: make fix")
            stale = True
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())

# Two stages: what is needed to build stays in the first. The hashes in requirements/ decide what is installed.
# The Python is the one that the tests run with.
FROM python:3.11-slim AS builder

ENV PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_ROOT_USER_ACTION=ignore

WORKDIR /source
COPY requirements/build.txt requirements/run.txt requirements/
RUN python -m venv --without-pip /opt/quizbot \
    && pip --python /opt/quizbot/bin/python install --require-hashes -r requirements/run.txt \
    && pip install --require-hashes -r requirements/build.txt

# The source last: a change of it installs no library anew.
COPY pyproject.toml README.md LICENSE ./
COPY content/ content/
COPY bot/ bot/
RUN pip wheel --no-deps --no-build-isolation --wheel-dir /wheel . \
    && pip --python /opt/quizbot/bin/python install --no-deps --no-index /wheel/*.whl


FROM python:3.11-slim

# /data exists so that a new volume there belongs to the user. It is not declared as a volume: an unnamed
# one would be left behind with each container, and nothing would warn of it.
RUN groupadd --system --gid 10001 quizbot \
    && useradd --system --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin quizbot \
    && install -d -o 10001 -g 10001 -m 0700 /data

COPY --from=builder /opt/quizbot /opt/quizbot

# `container` is how a program learns that it runs in one; without a volume, quizbot warns.
ENV PATH=/opt/quizbot/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    QUIZBOT_BIND=0.0.0.0:8080 \
    QUIZBOT_DATABASE=/data/quizbot.sqlite3 \
    container=docker

WORKDIR /opt/quizbot
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["quizbot", "healthcheck"]
CMD ["quizbot", "run"]

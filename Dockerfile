ARG PYTHON=python:3.13-slim
FROM ${PYTHON} AS build
RUN python -m venv /opt/phase10
WORKDIR /src
# The dependencies are a layer of their own, which a change of the source leaves as it is.
COPY pyproject.toml constraints.txt ./
RUN python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'], sep='\n')" > needed.txt \
    && /opt/phase10/bin/pip install --no-cache-dir -c constraints.txt -r needed.txt \
    && pip install --no-cache-dir -c constraints.txt hatchling
COPY . .
RUN pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /dist . \
    && /opt/phase10/bin/pip install --no-cache-dir --no-deps /dist/*.whl

FROM ${PYTHON}
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10010 --create-home --home-dir /home/phase10 phase10 \
    && install -d -o phase10 -g phase10 /data
COPY --from=build /opt/phase10 /opt/phase10
ENV PATH=/opt/phase10/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=/data/phase10.db \
    HEARTBEAT=/tmp/phase10-heartbeat
USER phase10
WORKDIR /data
VOLUME /data
# The bot completes accepted actions and stops within ten seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["phase10", "health"]
CMD ["phase10", "run"]

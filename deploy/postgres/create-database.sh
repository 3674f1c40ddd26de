#!/bin/sh
# Runs once, in an empty volume. Galla's role is no superuser; the second database is for trying backups.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$GALLA_DATABASE_PASSWORD" --username postgres <<'SQL'
create role galla login password :'password';
create database galla owner galla;
create database galla_drill owner galla;
SQL

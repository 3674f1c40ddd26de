-- Run once by Patroni, on the first machine that starts.
\getenv password GALLA_DATABASE_PASSWORD
create role galla_app login password :'password';
create database galla owner galla_app;
-- Restores are tried in it.
create database galla_drill owner galla_app;

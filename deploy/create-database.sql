-- Creates what is missing of Galla's role and databases, for postinst of the Debian package and the first start of compose.yaml. The role has no
-- password: only who reaches the socket of the server gets in.
select 'create role galla login' where not exists (select from pg_roles where rolname = 'galla') \gexec
-- Restores are tried in galla_drill.
select format('create database %I owner galla template template0 encoding ''UTF8'' locale ''C.UTF-8''', name)
  from (values ('galla'), ('galla_drill')) wanted (name)
  where not exists (select from pg_database where datname = name) \gexec

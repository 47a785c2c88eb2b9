-- Two roles and their database (docs/operation.md, 'Two roles of PostgreSQL'). Once, as superuser, with psql 15 or later:
--   OWNER_PASSWORD=… SERVER_PASSWORD=… psql --file=deploy/roles.sql
-- Where a password is missing, nothing is made.
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD

begin;
-- Makes the tables and brings them up to date; no other role does.
create role rollkey_owner login password :'owner_password';
-- What the server runs as. It gets its rights from `npm run operator -- migrate`.
create role rollkey login password :'server_password';
commit;

create database rollkey owner rollkey_owner;
revoke all on database rollkey from public;
grant connect on database rollkey to rollkey;

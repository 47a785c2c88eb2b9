/** Imports of people and of courses from files. `ddl.ts` says what stands for what. */
export const imports = `
create table imports (
  id text primary key,
  organisation_id text not null references organisations (id),
  source text not null,
  file_name text not null,
  -- A JSON list of texts.
  columns text not null,
  is_whole integer not null,
  lines integer not null,
  state text not null,
  -- JSON, null before the plan.
  counts text,
  seal text,
  begun_by text not null,
  begun_at $ms not null,
  applied_at $ms,
  undone_at $ms
) $rows;
create index imports_by_organisation on imports (organisation_id, begun_at);

create table import_lines (
  import_id text not null references imports (id),
  -- Below 0: a person who is not in the file.
  line integer not null,
  -- Null in a column that was not sent.
  roll_number text,
  roll_key text,
  given text,
  family text,
  name_key text,
  email text,
  email_canonical text,
  section text,
  external_id text,
  problem text,
  other_line integer,
  -- Null before the plan.
  outcome text,
  person_id text,
  linked_by text,
  -- What the roster had, as JSON.
  before text,
  constraint import_lines_in_order primary key (import_id, line)
) $keyed;
create index import_lines_by_outcome on import_lines (import_id, outcome, line);

create table course_imports (
  id text primary key,
  organisation_id text not null references organisations (id),
  source text not null,
  file_name text not null,
  is_whole integer not null,
  state text not null,
  -- JSON, null before the plan.
  plan text,
  begun_by text not null,
  begun_at $ms not null,
  applied_at $ms,
  undone_at $ms
) $rows;
create index course_imports_by_organisation on course_imports (organisation_id, begun_at);

create table course_import_parts (
  import_id text not null references course_imports (id),
  part integer not null,
  -- How many it has.
  courses integer not null,
  enrolments integer not null,
  -- JSON, as it was sent.
  content text not null,
  constraint course_import_parts_in_order primary key (import_id, part)
) $keyed;

create table course_import_courses (
  import_id text not null references course_imports (id),
  position integer not null,
  outcome text not null,
  has_people integer not null,
  course_id text,
  -- JSON.
  shown text not null,
  is_undone integer not null,
  constraint course_import_courses_in_order primary key (import_id, position)
) $keyed;
`

-- Photos of price lists and scanned documents: what was recognised in them, line by line, until a person has looked at it.

alter table public.sources
  drop constraint sources_file_type_check,
  add constraint sources_file_type_check check (file_type in ('pdf', 'docx', 'txt', 'jpg', 'png', 'webp')),
  -- The version at whose reading the lines were recognised that its text is made of; null: it has none.
  add column reading int,
  -- Lines that somebody has still to look at, of so many.
  add column lines_open int not null default 0,
  add column lines_count int not null default 0;

-- Pages as they were seen. Of a picture the file itself is shown, of a scan a small picture of the page.
create table private.recognised_pages (
  workspace_id uuid not null,
  source_id uuid not null,
  reading int not null,
  page int not null,
  width int not null,
  height int not null,
  file_key text,
  picture bytea,
  primary key (workspace_id, source_id, reading, page),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.recognised_pages');

create table private.recognised_lines (
  workspace_id uuid not null,
  source_id uuid not null,
  reading int not null,
  position int not null,
  page int not null,
  kind text not null check (kind in ('heading', 'text', 'head', 'row')),
  -- Lines of one table have the same number.
  table_number int,
  cells jsonb not null,
  -- Left, top, right, bottom in ten-thousandths of the page.
  box jsonb not null,
  cell_boxes jsonb not null,
  confidence int not null,
  -- It may hold a number, or is unsure: nothing of it is said before somebody has looked at it.
  needs_look boolean not null,
  state text not null default 'open' check (state in ('open', 'right', 'changed', 'dropped')),
  -- What a person made of its cells.
  said jsonb,
  decided_by uuid,
  decided_at timestamptz,
  primary key (workspace_id, source_id, reading, position),
  check ((said is not null) = (state = 'changed')),
  foreign key (workspace_id, source_id) references public.sources (workspace_id, id) on delete cascade
);
select rights.protect('private.recognised_lines');

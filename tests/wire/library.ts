// Relations and types that our own tables lack but general clients may use.
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import type { Platform } from '#platform/platform.ts'

const tables = `
  create type shelf_state as enum ('open', 'closed');
  create table shelves (id int primary key, name text not null, state shelf_state not null default 'open',
    parent int references shelves);
  create table authors (id int primary key, name text not null, nick text, born int);
  create table books (
    id bigint primary key, title text not null, about text, price numeric(12, 2), pages int, tags text[] not null default '{}',
    details jsonb not null default '{}', sold int4range, read_in daterange, search tsvector, printed_at timestamptz,
    author_id int constraint books_written_by references authors,
    translator_id int constraint books_translated_by references authors,
    shelf_id int references shelves);
  create table covers (book_id bigint primary key references books, colour text);
  create table genres (id int primary key, name text not null);
  create table book_genres (book_id bigint references books, genre_id int references genres, primary key (book_id, genre_id));
  create table loans (id int generated always as identity primary key, book_id bigint not null references books, reader uuid, due date);
  alter table loans enable row level security;
  create policy own on loans for select to authenticated using (reader = auth.uid());
  create policy service on loans to service_role using (true);
  create table secrets (id int primary key, book_id bigint references books, words text);
  create table readings (id int primary key, author_id int references authors);
  create table words (word text);
  create table remarks (id int, note text);
  create view cheap_books with (security_invoker = true) as select id, title, author_id from books where price < 100000;
  grant select on shelves, authors, books, covers, genres, book_genres, loans, cheap_books, readings, words, remarks to anon, authenticated, service_role;
  grant select (id, book_id) on secrets to authenticated;
`

const rows = String.raw`
  insert into shelves values (1, 'Văn học', 'open', null), (2, 'Thơ', 'open', 1), (3, 'Truyện ngắn', 'closed', 1), (4, 'Nhi đồng', 'open', null);
  insert into authors values (1, 'Nguyễn Nhật Ánh', 'NNA', 1955), (2, 'Xuân Quỳnh', null, 1942), (3, 'Tô Hoài', 'TH', 1920), (4, 'Trần Đăng Khoa', null, 1958);
  insert into books (id, title, about, price, pages, tags, details, sold, read_in, search, printed_at, author_id, translator_id, shelf_id) values
    (1, 'Mắt biếc', 'a quiet love story', 95000, 300, '{tình yêu,làng quê}', '{"size": {"w": 13, "h": 20}, "langs": ["vi", "en"]}', '[1,50)', '[2026-01-01,2026-01-10)', to_tsvector('simple', 'mắt biếc làng đo đo'), '2026-01-02T03:04:05+07', 1, null, 1),
    (2, 'Cho tôi xin một vé đi tuổi thơ', null, 80000.5, 220, '{tuổi thơ}', '{"size": {"w": 13, "h": 19}}', '[50,90)', null, to_tsvector('simple', 'cho tôi xin một vé đi tuổi thơ'), null, 1, 4, 3),
    (3, 'Sóng', 'the waves of the sea', 45000, 90, '{thơ,biển}', '{"langs": ["vi"]}', '[90,91)', '[2026-02-01,2026-03-01)', to_tsvector('simple', 'sóng biển thuyền'), null, 2, null, 2),
    (4, 'Dế mèn phiêu lưu ký', 'a cricket goes on adventures', 120000, 150, '{}', '{}', null, null, null, null, 3, 2, 4),
    (9007199254740993, 'Không tác giả', null, null, null, '{}', 'null', null, null, null, null, null, null, null);
  insert into covers values (1, 'xanh'), (4, 'nâu');
  insert into genres values (1, 'tình yêu'), (2, 'thiếu nhi'), (3, 'thơ'), (4, 'trinh thám');
  insert into book_genres values (1, 1), (2, 2), (3, 1), (3, 3), (4, 2);
  insert into secrets values (1, 1, 'x');
  insert into readings select n, 1 from generate_series(1, 1100) n;
  insert into words values ('a,b'), ('(c)'), ('say "hi"'), ('back\slash'), ('plain');
  insert into remarks values (-1, '=1+1'), (2, ''), (3, E'hai\ndòng, "nháy"'), (4, '@x');
  analyze readings;
`

export async function buildLibrary(platform: Platform): Promise<void> {
  await runAsOwner(platform, tables)
  await runAsOwner(platform, rows)
}

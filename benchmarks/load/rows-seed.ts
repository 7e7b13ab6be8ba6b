export const seedRows = `
  create table public.things (id int primary key, name text not null, price numeric(12, 2) not null, tags text[] not null,
    details jsonb not null, created_at timestamptz not null);
  insert into public.things select n, 'Áo thun số ' || n, n * 1000, '{áo,thun}', jsonb_build_object('size', n % 5), now()
    from generate_series(1, 10000) n;
  analyze public.things;`

export const openRows = `
  alter table public.things enable row level security;
  create policy everybody on public.things for select to anon, authenticated using (true);
  grant select on public.things to anon, authenticated;`

/** What the server makes of `/things?id=eq.1`. */
export const statement = `select case when octet_length(body) > 33554432 then '' else body end as body, rows, total
  from (with page as (select "t0"."id" as "id", "t0"."name" as "name", "t0"."price" as "price",
    "t0"."tags" as "tags", "t0"."details" as "details", "t0"."created_at" as "created_at"
    from "public"."things" as "t0" where ("t0"."id" = $1::text::integer) limit 1000)
  select coalesce(json_agg(page), '[]')::text as body, count(*)::int as rows, null::bigint as total from page) answer`

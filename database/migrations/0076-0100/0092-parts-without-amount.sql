-- Payments of which their provider says that a part went back, and not how much. A person looks at the provider's own pages and
-- writes the sum here; told again later, it waits again.
create table private.returned_parts (
  order_id uuid primary key references public.orders,
  workspace_id uuid not null,
  -- The payment's name at the provider.
  reference text not null,
  told_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid
);
create index returned_parts_open on private.returned_parts (told_at) where settled_at is null;
select rights.protect('private.returned_parts');

-- A transfer that one feed has told and another tells too, on the other side of midnight perhaps: by which name each of them told it.
create table private.bank_sightings (
  provider text not null,
  external_id text not null,
  transaction_id uuid not null references private.bank_transactions,
  primary key (provider, external_id)
);
create index bank_sightings_of on private.bank_sightings (transaction_id);
select rights.protect('private.bank_sightings');

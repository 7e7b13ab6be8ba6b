-- What is gathered for an answer is measured while it is gathered: lists within lists grow by multiplication, and what is
-- measured at the end has taken all its memory already.
create function rights.is_within(bytes numeric, most bigint) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if bytes > most then
    raise exception using errcode = '54000', message = 'the answer is too long',
      detail = format('The rows take more than %s bytes.', most), hint = 'Ask for fewer rows or columns.';
  end if;
  return true;
end $$;
grant execute on function rights.is_within(numeric, bigint) to anon, authenticated, service_role;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Never null, whatever they are given. */
export const neverNull = words(`
  array_agg array_append array_prepend clock_timestamp concat count cume_dist current_database current_schemas dense_rank
  gen_random_uuid json_build_array json_build_object json_object_agg jsonb_build_array jsonb_build_object jsonb_object_agg now ntile
  num_nonnulls num_nulls percent_rank pg_backend_pid random rank row_number statement_timestamp transaction_timestamp
  txid_current uuidv7 version
`)

/** Null for null alone. */
export const nullForNull = words(`
  abs array_remove array_replace array_to_string ascii btrim cardinality ceil ceiling char_length chr cosine_distance date_bin
  date_part date_trunc decode digest encode extract floor format hashtext hashtextextended jsonb_array_length json_array_length
  jsonb_object_keys jsonb_set jsonb_strip_nulls jsonb_typeof json_typeof left length lower lpad ltrim make_interval md5 mod
  octet_length overlay position power quote_ident quote_literal regexp_count regexp_replace regexp_split_to_array repeat replace
  reverse right round row_to_json rpad rtrim sha256 sign split_part sqrt starts_with string_to_array strpos timezone to_char
  to_hex to_json to_jsonb to_number to_timestamp to_tsvector translate trim trunc unaccent upper
`)

/** Null where there is nothing to find. */
export const nullForNothing = words(`
  array_length array_lower array_position array_upper jsonb_extract_path jsonb_extract_path_text jsonb_path_query_first lag lead
  nth_value obj_description pg_stat_get_activity regexp_match regexp_substr to_regclass to_regproc to_regtype
`)

/** Lists: of some rows never null. */
export const collecting = words(`
  array_agg json_agg json_agg_strict json_object_agg jsonb_agg jsonb_agg_strict jsonb_object_agg
`)

/** Of some rows null only if each of them is. */
export const choosing = words(`avg bit_and bit_or bool_and bool_or every max min string_agg sum`)

/** Null for any null; `->` and its like are not among them, and `||` joins lists, too. */
export const plainOperators = words(`
  + - * / % ^ = <> != < > <= >= ~ ~* !~ !~* ~~ ~~* !~~ !~~* @> <@ && ? ?| ?& @@ & | # <-> <=> <#> <+> -|-
`)

/** Null where nothing is at that place. */
export const reachingOperators = words(`-> ->> #> #>>`)

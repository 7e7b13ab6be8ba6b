import type { Claims } from '#platform/sql/database.ts'
import type { Table } from '../../catalogue.ts'
import { RestError } from '../rest-error.ts'

/** Anonymous callers get 401 instead of 403. */
export function isKnown(claims: Claims | undefined): boolean {
  return claims !== undefined && claims.role !== 'anon'
}

export function notAllowed(claims: Claims, table: string): RestError {
  return new RestError(isKnown(claims) ? 403 : 401, '42501', `permission denied for table ${table}`)
}

export function noColumnKnown(table: Table, column: string): RestError {
  return new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table.name}' in the schema cache`)
}

export function tooManyAffected(rows: number): RestError {
  return new RestError(
    400,
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    `The query affects ${rows} rows`,
  )
}

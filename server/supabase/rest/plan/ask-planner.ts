import type { Statement } from '#platform/sql/session.ts'

/** Runs a statement as the bearer. */
export type Ask = <Row>(statement: Statement) => Promise<Row[]>

/** How many rows the planner expects of a statement. */
export async function guessRows(ask: Ask, { text, parameters }: Statement): Promise<number> {
  const [row] = await ask<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `explain (format json) ${text}`,
    parameters,
  })
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

import type { Statement } from '#platform/sql/session.ts'

export type Ask = <Row>(statement: Statement) => Promise<Row[]>

export async function guessRows(ask: Ask, { text, parameters }: Statement): Promise<number> {
  const [row] = await ask<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
    text: `explain (format json) ${text}`,
    parameters,
  })
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

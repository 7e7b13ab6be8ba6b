import type { SegmentCondition, SegmentNode } from '#shared/contracts/customers/segments.contract.ts'

export type Draft = { match: 'all' | 'any'; rows: DraftRow[] }
export type DraftRow = { not: boolean; condition: SegmentCondition }

export function definitionOf({ match, rows }: Draft): SegmentNode {
  const nodes = rows.map(({ not, condition }): SegmentNode => (not ? { not: condition } : condition))
  // `any` of no conditions would match nobody.
  return match === 'any' && nodes.length > 0 ? { any: nodes } : { all: nodes }
}

/** @returns undefined for nested conditions: the form cannot show them */
export function draftOf(node: SegmentNode): Draft | undefined {
  if ('all' in node || 'any' in node) {
    const rows = ('all' in node ? node.all : node.any).map(rowOf)
    return rows.every(row => row !== undefined) ? { match: 'all' in node ? 'all' : 'any', rows } : undefined
  }
  const row = rowOf(node)
  return row && { match: 'all', rows: [row] }
}

function rowOf(node: SegmentNode): DraftRow | undefined {
  if ('by' in node) return { not: false, condition: node }
  if ('not' in node && 'by' in node.not) return { not: true, condition: node.not }
  return undefined
}

export function readAddress(text: string | null): SegmentNode | undefined {
  if (!text) return undefined
  try {
    const read: unknown = JSON.parse(text)
    return read !== null && typeof read === 'object' ? (read as SegmentNode) : undefined
  } catch {
    return undefined
  }
}

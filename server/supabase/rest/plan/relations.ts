import type { ForeignKey, Table, Tables } from '../../catalogue.ts'
import { mostAlike } from './most-alike.ts'
import { RestError } from '../rest-error.ts'

/** isOwn: the origin holds the foreign key. */
type Link = { constraint: string; isOwn: boolean; pairs: { from: string; to: string }[] }

/** `pairs` map the origin's columns to the target's. */
export type Relation = { target: Table } & (
  | ({ kind: 'many-to-one' | 'one-to-one' | 'one-to-many' } & Link)
  | { kind: 'many-to-many'; junction: Table; here: Link; there: Link }
)

export function isToOne(relation: Relation): boolean {
  return relation.kind === 'many-to-one' || relation.kind === 'one-to-one'
}

/** @throws PGRST200 for none, PGRST201 for several; the hint names a key, a column or the junction */
export function findRelation(tables: Tables, origin: Table, name: string, hint: string | undefined): Relation {
  const all = relationsOf(tables, origin)
  const fitting = all.filter(relation => fits(origin, relation, name, hint))
  const [found, another] = fitting
  if (!found) throw noRelation(tables, origin, all, name, hint)
  if (another) throw severalRelations(origin, name, fitting)
  return found
}

function relationsOf(tables: Tables, origin: Table): Relation[] {
  const relations: Relation[] = []
  for (const key of origin.foreignKeys) {
    const target = tables.get(key.table)
    if (target) relations.push({ kind: key.isUnique ? 'one-to-one' : 'many-to-one', target, ...outward(key) })
  }
  for (const other of tables.values()) {
    for (const key of other.foreignKeys) {
      if (key.table !== origin.name) continue
      relations.push({ kind: key.isUnique ? 'one-to-one' : 'one-to-many', target: other, ...inward(key) })
      for (const second of other.foreignKeys) {
        const target = tables.get(second.table)
        if (second === key || !target || !isJunction(other, key, second)) continue
        relations.push({ kind: 'many-to-many', target, junction: other, here: inward(key), there: outward(second) })
      }
    }
  }
  return relations
}

function outward({ name, columns, foreignColumns }: ForeignKey): Link {
  const pairs = columns.map((from, index) => ({ from, to: foreignColumns[index] ?? '' }))
  return { constraint: name, isOwn: true, pairs }
}

function inward({ name, columns, foreignColumns }: ForeignKey): Link {
  const pairs = foreignColumns.map((from, index) => ({ from, to: columns[index] ?? '' }))
  return { constraint: name, isOwn: false, pairs }
}

/** Its primary key consists of both foreign keys; a column they share (the workspace) may be missing. */
function isJunction(table: Table, one: ForeignKey, other: ForeignKey): boolean {
  const own = (columns: string[], others: string[]) => columns.filter(column => !others.includes(column))
  const parts = [own(one.columns, other.columns), own(other.columns, one.columns)]
  return parts.every(columns => columns.length > 0 && columns.every(column => table.key.includes(column)))
}

function fits(origin: Table, relation: Relation, name: string, hint: string | undefined): boolean {
  const byTable = relation.target.name === name
  if (relation.kind === 'many-to-many') return byTable && (hint === undefined || hint === relation.junction.name)
  const { constraint, isOwn, pairs } = relation
  const meant = (word: string) => constraint === word || pairs.some(({ from, to }) => from === word || to === word)
  const byKey = constraint === name || (isOwn && pairs.some(({ from }) => from === name))
  if (relation.target.name !== origin.name) return hint === undefined ? byTable || byKey : byTable && meant(hint)
  // For a self-reference the table's name means the children, a column's the parent.
  if (hint === undefined) return isOwn ? byKey : byTable
  return byTable && !isOwn && meant(hint)
}

const inSchema = "in the schema 'public', but no matches were found."

function noRelation(tables: Tables, origin: Table, all: Relation[], name: string, hint: string | undefined): RestError {
  const known = all.map(relation => relation.target.name)
  const alike = known.includes(name) ? undefined : mostAlike(name, known.length > 0 ? known : [...tables.keys()])
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${name}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin.name}' and '${name}'${hint === undefined ? '' : ` using the hint '${hint}'`} ${inSchema}`,
    alike === undefined ? null : `Perhaps you meant '${alike}' instead of '${name}'.`,
  )
}

function severalRelations(origin: Table, name: string, relations: Relation[]): RestError {
  const hints = relations.map(
    relation =>
      `'${relation.target.name}!${relation.kind === 'many-to-many' ? relation.junction.name : relation.constraint}'`,
  )
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${name}'`,
    relations.map(relation => ({
      cardinality: relation.kind,
      embedding: `${origin.name} with ${relation.target.name}`,
      relationship: describe(origin, relation),
    })),
    `Try changing '${name}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  )
}

function describe(origin: Table, relation: Relation): string {
  if (relation.kind === 'many-to-many') {
    const { junction, here, there } = relation
    const columns = `${here.constraint}(${here.pairs.map(pair => pair.to).join(', ')}) and ${there.constraint}(${there.pairs.map(pair => pair.from).join(', ')})`
    return `${junction.name} using ${columns}`
  }
  const [from, to] = [relation.pairs.map(pair => pair.from), relation.pairs.map(pair => pair.to)]
  return `${relation.constraint} using ${origin.name}(${from.join(', ')}) and ${relation.target.name}(${to.join(', ')})`
}

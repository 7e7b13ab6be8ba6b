/** Vague words; docs/terms.md has the replacements. A customer's note is a note. */
const oldFiles =
  /^(keep|kept|own|tell|told|note(?!-form)|hear|heard|tend|look|go-on|deeds?|wish|letter|till|taken-back|came-by|carry-back|even-time|recent-map|one-by-one)(-|\.)|(?:-door|came-back)\./
const oldNames =
  /^(?:keep|kept|tell|told|hear|heard|tend|noted|telling|own|usual|wish|deed|obey|dear|letter|till|takenBack|takeBack|comeBack|passOn|cameBy|carryBack|evenTime|recentMap|oneByOne|refundCameBack|look(?:At|For|Again|Up|Whether|Every)|go(?:On|es(?:On)))(?=[A-Z]|$)|(?:Door|Told|Heard|Kept|Wish|Deed)$/
/** Keys, columns and parameters. */
const oldKeys =
  /^(?:told|wish|deed)$|(?:^|_)(?:told|kept|wish|deed)_|_(?:told|kept|wish|deed)$|[a-z](?:Told|Kept|Wish|Deed|Dear)(?=[A-Z]|$)|^(?:told|wish|deed)[A-Z]|^kept(?=[A-Z]|$)/
/** Of what goes over the wire and of stored rows: those are limits, not somebody's variable. */
const oldWireKeys = /^(?:most|least|fewest)$|_(?:most|least|look)$/
const key = /(?:^\s*|[{,(] ?)(\w+)\??: /g
/** Names of jobs, listeners and timers, which are stored with what waits. */
const oldKinds = /(?:^\s*|[{,] )'(?:[\w.-]+ → )?(?:keep|note|tell|hear|look|tend|say) [^']*': /
const oldBounds =
  /^(?:let|\s*const|export const) ((?:most|least|fewest|longest|largest|shortest|smallest)(?:[A-Z]\w*)?|(?:MOST|LEAST|FEWEST|LONGEST|LARGEST|SHORTEST|SMALLEST)(?:_\w+)?)(?: *:[^=]+)? = [\d({]/
const saying = /^sa(?:y|ys|id)(?=[A-Z-]|$)/
const mayDo = /^(?:server\/answering|server\/features\/bot|dev|tests)\//
const declaration =
  /^(?:export )?(?:const|let) (\w+)|^\s*(?:export )?(?:async )?(?:function\*?|type|class|interface) (\w+)|^\s+(?:const|let) (\w+)/
/** Inside a function a letter may be one of the alphabet, and a customer in a test says something. */
const mayBeLocal = /^(?:own|letter)(?=[A-Z]|$)/
/** Of whatever is named, also inside functions: variables, parameters, keys. */
const oldBound =
  /^(?:most|least|fewest)(?:Of)?$|^(?:deaf|dear|dearer|dearest|door|room|things?)(?=[A-Z]|$)|^(?:has|make)Room$|[a-z](?:AtMost|Deaf|Dearest|Things?)(?=[A-Z]|$)|^of[A-Z]|^Of(?=[A-Z]|$)/
/** They go over the wire or are stored; `room` only as a key. */
const sentNames = new Set(['ofBytes'])
const sentKeys = new Set(['room'])
const destructured = /^\s*(?:export )?(?:for \()?(?:const|let) ([{[].*[}\]]) (?:=|of) /
const parameters = /\(([^()]*)\) =>|(?<![\w.)])(\w+) =>|function\*? \w+\(([^()]*)\)/g
/** `a`, `b: c`, `d = 0`: what it is called here. */
const bound = /(?:\w+: )?(\w+)(?= *(?:[,}\])]|= |$))/g
const alias = /\bas "?([a-z]\w*)"?(?=[\s,)`])|\b([a-z]\w*) as (?:not )?(?:materialized )?\(/g
/** As one of the words of a database's name. */
const oldSqlWord =
  /^(?:keep|kept|tell|told|hear|heard|tend|noted|room|dear|deaf|most|least|fewest|longest|largest|wish|deed|things?|usual|door)$/
/** What earlier migrations named stays as it is stored; they are never changed. */
const firstChecked = '0270'

export const fieldWords = 'name it with the word of the field (docs/terms.md, Names in code).'

export function isOldFile(name: string, path: string): boolean {
  return oldFiles.test(name) || (saying.test(name) && !mayDo.test(path))
}

export function oldNameIn(line: string, path: string): string | undefined {
  const onWire = path.startsWith('shared/contracts/') || path === 'shared/rows.ts'
  const isText = path.startsWith('shared/texts/')
  const isDetail = line.includes('failure(')
  const oldKey = [...line.matchAll(key)]
    .map(([, name = '']) => name)
    .find(
      name =>
        oldKeys.test(name) ||
        (onWire && oldWireKeys.test(name)) ||
        (!isText && !isDetail && isOldBound(name) && !sentKeys.has(name)),
    )
  if (oldKey) return oldKey
  const inner = isText ? undefined : (oldBoundIn(line) ?? oldAliasIn(line, path))
  if (inner) return inner
  const [oldKind] = path.endsWith('.feature.ts') ? (oldKinds.exec(line) ?? []) : []
  if (oldKind) return oldKind.trim()
  const [, constant, other, local] = declaration.exec(line) ?? []
  const name = constant ?? other ?? local
  if (!name) return undefined
  if (local) return (oldNames.test(name) && !mayBeLocal.test(name)) || oldBounds.test(line) ? name : undefined
  const bare = name[0]!.toLowerCase() + name.slice(1)
  const isOld =
    other === 'note' ||
    oldNames.test(bare) ||
    oldNames.test(name) ||
    oldBounds.test(line) ||
    (saying.test(bare) && !mayDo.test(path))
  return isOld ? name : undefined
}

function oldBoundIn(line: string): string | undefined {
  const { 1: one, 2: other, 3: local } = declaration.exec(line) ?? []
  const lists = [destructured.exec(line)?.[1], ...[...line.matchAll(parameters)].map(([, ...found]) => found.join(''))]
  const names = lists.flatMap(list => [...(list ?? '').matchAll(bound)].map(([, name = '']) => name))
  return [one ?? other ?? local ?? '', ...names].find(isOldBound)
}

function isOldBound(name: string): boolean {
  return oldBound.test(name) && !sentNames.has(name)
}

function oldAliasIn(line: string, path: string): string | undefined {
  if (!/^(?:server|tests|dev|benchmarks)\//.test(path) || /^\s*(?:\/\/|\/?\*)/.test(line)) return undefined
  return [...line.matchAll(alias)]
    .map(([, one, other]) => one ?? other ?? '')
    .find(name => name.split('_').some(word => oldSqlWord.test(word)))
}

export function oldWordsIn(migrations: readonly { name: string; text: string }[]): string[] {
  const isEarlier = ({ name }: { name: string }) => name < firstChecked
  const stored = new Set(migrations.filter(isEarlier).flatMap(({ text }) => namesIn(text)))
  return migrations
    .filter(one => !isEarlier(one))
    .flatMap(({ name, text }) =>
      namesIn(text)
        .filter(word => !stored.has(word) && word.split('_').some(part => oldSqlWord.test(part)))
        .map(word => `${name}: ${word}: ${fieldWords}`),
    )
}

/** Not of its comments and texts. */
function namesIn(text: string): string[] {
  return [...new Set(text.replaceAll(/--.*|'[^']*'/g, ' ').match(/[a-z_]\w*/g))]
}

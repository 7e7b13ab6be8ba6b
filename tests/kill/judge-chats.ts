import type { Chat } from './channel-customers.ts'

export type StoredMessage = {
  id: string
  seq: number
  kind: string
  user_id: string
  direction: string
  status: string
  external_id: string | null
}

/** Everything customers wrote is stored once and in order; what we recorded as sent arrived once and in order, and nothing else did. */
export function judgeChats(chats: Chat[], stored: StoredMessage[]): string[] {
  const problems: string[] = []
  const byChat = Map.groupBy(stored, one => `${one.kind} ${one.user_id}`)
  for (const { platform, user, wrote, got } of chats) {
    const rows = (byChat.get(`${platform} ${user}`) ?? []).toSorted((one, other) => one.seq - other.seq)
    const inbound = rows.filter(row => row.direction === 'in').map(row => row.external_id ?? '')
    if (inbound.toSorted().join() !== wrote.toSorted().join())
      problems.push(`${platform} ${user} wrote ${wrote.length} and ${inbound.length} are stored`)
    judgeOrder(rows, wrote, problems)
    const out = rows.filter(row => row.direction === 'out')
    for (const row of out)
      if (!['sent', 'delivered', 'read'].includes(row.status))
        problems.push(`${platform} ${user}: ${row.id} is ${row.status}`)
    const sent = out.map(row => row.external_id)
    if (sent.join() !== got.join())
      problems.push(
        `${platform} ${user} got ${got.length} (${new Set(got).size}) and ${sent.length} were sent, or in another order`,
      )
  }
  return problems
}

/** Messages unanswered on arrival keep the order of writing; later ones follow their answer. */
function judgeOrder(rows: StoredMessage[], wrote: string[], problems: string[]): void {
  let before = -1
  for (const { direction, external_id: id, user_id: user } of rows) {
    const place = direction === 'in' ? wrote.indexOf(id ?? '') : -1
    if (place !== -1 && place < before) problems.push(`${user}: what was written is out of order`)
    before = place
  }
}

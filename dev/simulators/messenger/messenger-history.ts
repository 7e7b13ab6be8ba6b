import type { SimulatedAnswer, SimulatedCall } from '../channel-simulator.ts'
import { graphError } from './messenger-errors.ts'
import type { MessengerWorld, SimulatedMessage, SimulatedPage, SimulatedThread } from './messenger-objects.ts'

type Parts = { world: MessengerWorld; call: SimulatedCall; url: string }
const pageSize = 10

export function listConversations({ world, call, url }: Parts, page: SimulatedPage): SimulatedAnswer {
  const { query } = call
  const threads = [...world.threads.values()]
    .filter(thread => thread.page === page.id && thread.messages.length > 0)
    .filter(({ user }) => query['user_id'] === undefined || user === query['user_id'])
    .sort((a, b) => lastAt(b) - lastAt(a))
  const from = Number(query['after'] ?? 0)
  const data = threads.slice(from, from + pageSize).map(thread => show(world, page, thread, query['fields'] ?? ''))
  return { status: 200, body: { data, paging: pagingOf(call, url, from, threads.length) } }
}

export function readConversation({ world, call, url }: Parts, page: SimulatedPage, id: string): SimulatedAnswer {
  const thread = [...world.threads.values()].find(one => one.id === id && one.page === page.id)
  if (!thread) return graphError(100, 33)
  if (!call.path.endsWith('/messages'))
    return { status: 200, body: show(world, page, thread, call.query['fields'] ?? '') }
  const from = Number(call.query['after'] ?? 0)
  const messages = newestFirst(thread)
  const data = messages.slice(from, from + pageSize).map(message => showMessage(world, page, thread, message))
  return { status: 200, body: { data, paging: pagingOf(call, url, from, messages.length) } }
}

function show(world: MessengerWorld, page: SimulatedPage, thread: SimulatedThread, fields: string): object {
  const limit = Number(/messages(?:\.limit\((\d+)\))?\{/.exec(fields)?.[1] ?? 25)
  const shown = newestFirst(thread).slice(0, limit)
  return {
    id: thread.id,
    updated_time: timeOf(lastAt(thread)),
    ...(fields.includes('participants')
      ? { participants: { data: [person(world, page, thread.user), person(world, page, page.id)] } }
      : {}),
    ...(fields.includes('messages')
      ? { messages: { data: shown.map(message => showMessage(world, page, thread, message)) } }
      : {}),
  }
}

function showMessage(
  world: MessengerWorld,
  page: SimulatedPage,
  thread: SimulatedThread,
  message: SimulatedMessage,
): object {
  const other = message.from === page.id ? thread.user : page.id
  return {
    id: message.mid,
    created_time: timeOf(message.at),
    from: person(world, page, message.from),
    to: { data: [person(world, page, other)] },
    message: message.text ?? '',
    ...(message.attachments ? { attachments: { data: message.attachments.map(showAttachment) } } : {}),
  }
}

function showAttachment(attachment: object): object {
  const { type, payload } = attachment as { type?: string; payload?: { url?: string } }
  const url = payload?.url
  if (type === 'image') return { id: '1', mime_type: 'image/jpeg', image_data: { url } }
  if (type === 'video') return { id: '1', mime_type: 'video/mp4', video_data: { url } }
  return { id: '1', mime_type: 'application/octet-stream', name: 'tep', file_url: url }
}

function person(world: MessengerWorld, page: SimulatedPage, id: string): object {
  const user = world.customers.get(id)
  return { id, name: user ? `${user.last_name} ${user.first_name}` : page.name }
}

function newestFirst(thread: SimulatedThread): SimulatedMessage[] {
  return thread.messages.toReversed()
}

function lastAt({ messages }: SimulatedThread): number {
  return messages.at(-1)?.at ?? 0
}

/** Whole seconds, as Meta writes times. */
function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, '+0000')
}

function pagingOf(call: SimulatedCall, url: string, from: number, count: number): object {
  const next = new URL(call.path, url)
  for (const [name, value] of Object.entries({ ...call.query, after: String(from + pageSize) }))
    if (name !== 'appsecret_proof' && name !== 'access_token') next.searchParams.set(name, value)
  const cursors = { before: String(from), after: String(from + pageSize) }
  return { cursors, ...(from + pageSize < count ? { next: next.href } : {}) }
}

import { type RawBuilder, sql } from 'kysely'
import type { SegmentCondition, SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { fieldIs } from './compile-field.ts'
import { momentIs } from './compile-moment.ts'
import { routeOpen } from './open-routes.ts'

export type Asked = { workspaceId: string; now: Date; zone: string }

type Compiler<B> = (condition: Extract<SegmentCondition, { by: B }>, asked: Asked) => RawBuilder<boolean>

/** Every value is a parameter, and each condition is true or false, never null, so that "not" means what it says. */
const compilers: { [B in SegmentCondition['by']]: Compiler<B> } = {
  tag: ({ id }) => sql<boolean>`exists (select from customer_tags t
    where t.workspace_id = cu.workspace_id and t.customer_id = cu.id and t.tag_id = ${id})`,
  channel: ({ id }) => contactIs(sql`k.channel_id = ${id}`),
  source: ({ kind }, asked) => contactIs(onKind(kind, asked)),
  route: ({ route }, asked) => sql<boolean>`(${routeOpen[route](asked)})`,
  language: ({ language }, asked) => writtenToIn(language, asked),
  last_seen: (condition, asked) => momentIs(at => sql`(cu.last_seen_at >= ${at}) is true`, condition, asked),
  created: (condition, asked) => momentIs(at => sql`(cu.created_at >= ${at})`, condition, asked),
  last_reply: (condition, asked) => momentIs(repliedSince, condition, asked),
  detail: ({ kind }) =>
    sql<boolean>`(${contactIs(sql`exists (select from contact_details d
      where d.workspace_id = k.workspace_id and d.contact_id = k.id and d.kind = ${kind})`)}
    or exists (select from contact_details d join customers m on m.workspace_id = d.workspace_id and m.id = d.customer_id
      where d.workspace_id = cu.workspace_id and coalesce(m.merged_into, m.id) = cu.id and d.kind = ${kind}))`,
  import: ({ id }) => sql<boolean>`exists (select from customers m
    where m.workspace_id = cu.workspace_id and m.import_id = ${id} and coalesce(m.merged_into, m.id) = cu.id)`,
  field: (condition, asked) => fieldIs(condition, asked),
  consent: ({ purpose, state }) => consentIs(purpose, state),
  status: ({ status }) =>
    conversationIs(
      status === 'waiting' ? sql`v.waiting_since is not null and v.status = 'open'` : sql`v.status = ${status}`,
    ),
  assignee: ({ person }) =>
    person === 'nobody'
      ? sql<boolean>`not ${conversationIs(sql`v.assignee_id is not null`)}`
      : conversationIs(sql`v.assignee_id = ${person}`),
  got: ({ id }) => recipientIs(id, sql`r.state in ('sent', 'delivered', 'read')`),
  answered: ({ id }) => recipientIs(id, sql`r.answered_at is not null`),
  sequence: ({ id, state }) =>
    state === 'never'
      ? sql<boolean>`not ${runIs(id, sql`true`)}`
      : runIs(id, state === 'inside' ? sql`r.ended_at is null` : sql`r.ended_why in ('finished', 'goal')`),
  sentiment: ({ sentiment }) => conversationIs(sql`v.sentiment = ${sentiment}`),
}

/**
 * Campaigns answer nobody, and what failed or is held did not reach them.
 * The bound on last_message_at keeps old conversations' messages from being read.
 */
function repliedSince(at: RawBuilder<unknown>): RawBuilder<boolean> {
  return conversationIs(sql`v.last_message_at >= ${at} and exists (select from messages m
    where m.conversation_id = v.id and m.direction = 'out' and m.origin is null and m.status not in ('failed', 'held') and m.created_at >= ${at})`)
}

/**
 * As campaigns choose their text: the customer's language, the contact's, their last conversation's.
 * The shop is named anew within, and a later conversation is looked for only in another language, so that each table is read once:
 * looking up every contact's last conversation takes twice as long.
 */
function writtenToIn(language: string, { workspaceId }: Asked): RawBuilder<boolean> {
  return sql<boolean>`(cu.language = ${language} or (cu.language is null and (
    exists (select from contacts k where k.workspace_id = ${workspaceId} and k.customer_id = cu.id and k.language = ${language})
    or exists (select from contacts k join conversations v on v.workspace_id = ${workspaceId} and v.contact_id = k.id
      where k.workspace_id = ${workspaceId} and k.customer_id = cu.id and k.language is null and v.language = ${language}
        and not exists (select from conversations o where o.workspace_id = ${workspaceId} and o.contact_id = v.contact_id
          and o.language is distinct from ${language} and (o.last_message_at, o.id) > (v.last_message_at, v.id)))))) is true`
}

export function holds(node: SegmentNode, asked: Asked): RawBuilder<boolean> {
  if ('all' in node) return joined(node.all, sql` and `, asked)
  if ('any' in node) return joined(node.any, sql` or `, asked)
  if ('not' in node) return sql<boolean>`not ${holds(node.not, asked)}`
  return compile(node, asked)
}

function joined(nodes: SegmentNode[], by: RawBuilder<unknown>, asked: Asked): RawBuilder<boolean> {
  if (nodes.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    nodes.map(node => holds(node, asked)),
    by,
  )})`
}

function compile<B extends SegmentCondition['by']>(
  condition: Extract<SegmentCondition, { by: B }>,
  asked: Asked,
): RawBuilder<boolean> {
  const compiler = compilers[condition.by as B] as Compiler<B>
  return compiler(condition, asked)
}

function contactIs(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from contacts k
    where k.workspace_id = cu.workspace_id and k.customer_id = cu.id and ${condition})`
}

function conversationIs(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from contacts k join conversations v on v.workspace_id = k.workspace_id and v.contact_id = k.id
    where k.workspace_id = cu.workspace_id and k.customer_id = cu.id and ${condition})`
}

function recipientIs(broadcastId: string, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from private.broadcast_recipients r join customers m on m.workspace_id = r.workspace_id and m.id = r.customer_id
    where r.workspace_id = cu.workspace_id and r.broadcast_id = ${broadcastId} and coalesce(m.merged_into, m.id) = cu.id and ${condition})`
}

/** Waiting entrants have not begun. Includes customers merged since. */
function runIs(sequenceId: string, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from private.sequence_runs r join customers m on m.workspace_id = r.workspace_id and m.id = r.customer_id
    where r.workspace_id = cu.workspace_id and r.sequence_id = ${sequenceId} and r.step is not null
      and coalesce(m.merged_into, m.id) = cu.id and ${condition})`
}

function onKind(kind: string, { workspaceId }: Asked): RawBuilder<unknown> {
  return sql`k.channel_id in (select id from channels where workspace_id = ${workspaceId} and kind = ${kind})`
}

/** Across channels; consent on one wins over silence elsewhere. Each customer is in exactly one of the three. */
function consentIs(purpose: string, state: 'given' | 'refused' | 'none'): RawBuilder<boolean> {
  const hasState = (states: RawBuilder<unknown>) => sql<boolean>`exists (select from consent_states s
    where s.workspace_id = cu.workspace_id and s.customer_id = cu.id and s.purpose = ${purpose} and s.state in (${states}))`
  const given = hasState(sql`'given'`)
  if (state === 'given') return given
  if (state === 'refused') return sql<boolean>`(${hasState(sql`'refused', 'withdrawn'`)} and not ${given})`
  return sql<boolean>`not ${hasState(sql`'given', 'refused', 'withdrawn'`)}`
}

import { sql } from 'kysely'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Answer, Asked } from '../messages/asked-answer.ts'
import { type ModelReply, modelReply } from '../checks/check-reply.ts'
import { reserveTokens, settleTokens } from './model-budget.ts'
import type { Choices } from './model-choice.ts'
import { accountOf, guardOf, hashOf } from './model-guard.ts'
import { type Asked as AskedModel, askForObject, tokensOf, UnusableAnswer } from '../models/ask-for-object.ts'
import { ModelError, type ModelPlace } from '../models/model.ts'
import { openModel } from './models.ts'
import { type Prompt, replySchema } from './prompt.ts'

export type ModelTurn = {
  workspaceId: string
  /** a conversation, or a member in the playground: whose per-minute limit it counts against */
  visitor: string
  shop: string
  knowledge: Knowledge
  asked: Asked
  embedded: Answer
  choices?: Choices
  onDraft?: (reply: string) => void
}

export type Spent = { tokens_in: number; tokens_out: number; cost_usd: number | null }

const maxTokens = 800

type OnText = (piece: string) => void
type Got = Spent & { value: ModelReply }

/** Answers are cached: a repeated run must not pay twice. */
export async function askOrRecall(
  platform: Platform,
  turn: ModelTurn,
  place: ModelPlace,
  prompt: Prompt,
  totalMs: number,
  onText: OnText | undefined,
): Promise<Got | { why: string }> {
  const { workspaceId } = turn
  const key = keyOf(turn, place, prompt)
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ reply: unknown }>`select reply from private.model_replies where workspace_id = ${workspaceId} and key = ${key}
      and created_at > ${new Date(platform.clock.now().getTime() - seconds(600))}`.execute(tx),
  )
  const known = modelReply.safeParse(rows[0]?.reply)
  if (known.success) return { value: known.data, tokens_in: 0, tokens_out: 0, cost_usd: 0 }
  const got = await callWithinBudget(platform, turn, place, prompt, totalMs, onText)
  if ('why' in got) return got
  await platform.db.asService(workspaceId, tx =>
    sql`insert into private.model_replies (workspace_id, key, reply, created_at)
      values (${workspaceId}, ${key}, ${JSON.stringify(got.value)}::jsonb, ${platform.clock.now()})
      on conflict (workspace_id, key) do update set reply = excluded.reply, created_at = excluded.created_at`.execute(
      tx,
    ),
  )
  return got
}

async function callWithinBudget(
  platform: Platform,
  { workspaceId, visitor }: ModelTurn,
  place: ModelPlace,
  prompt: Prompt,
  totalMs: number,
  onText: OnText | undefined,
): Promise<Got | { why: string }> {
  const { places: free, circuit } = guardOf(platform, place, 'chat')
  const release = await free.take(workspaceId, accountOf(place))
  if (!release) return { why: 'busy' }
  try {
    if (!circuit.mayCall(platform.clock.now())) return { why: 'circuit open' }
    const sent = prompt.system + prompt.turns.map(({ text }) => text).join('')
    const reserved = await platform.db.asService(workspaceId, tx =>
      reserveTokens(platform, tx, workspaceId, visitor, tokensOf(sent) + maxTokens),
    )
    if (!reserved) return { why: 'budget' }
    const called = await call(platform, place, prompt, totalMs, onText)
    circuit.record('value' in called, platform.clock.now())
    await platform.db.asService(workspaceId, tx => settleTokens(tx, reserved, called.tokensIn + called.tokensOut))
    if ('why' in called) return { why: called.why }
    const { value, tokensIn, tokensOut } = called
    return { value, tokens_in: tokensIn, tokens_out: tokensOut, cost_usd: costOf(platform, place, tokensIn, tokensOut) }
  } finally {
    release()
  }
}

async function call(
  { config, outside }: Platform,
  place: ModelPlace,
  prompt: Prompt,
  totalMs: number,
  onText: OnText | undefined,
): Promise<AskedModel<ModelReply> | { why: string; tokensIn: number; tokensOut: number }> {
  const patience = { firstTokenMs: seconds(config.LLM_FIRST_TOKEN_SECONDS), totalMs }
  const { system, turns } = prompt
  try {
    return await askForObject(
      openModel(outside, place),
      { system, turns, schema: replySchema, maxTokens, ...(onText ? { onText } : {}) },
      modelReply,
      patience,
    )
  } catch (error) {
    if (error instanceof UnusableAnswer)
      return { why: 'unusable', tokensIn: error.tokensIn, tokensOut: error.tokensOut }
    if (!(error instanceof ModelError)) throw error
    // A model that started reading is paid for, even without an answer.
    const read = error.fault !== 'unreachable' && error.fault !== 'status'
    const sent = system + turns.map(({ text }) => text).join('')
    return { why: error.message, tokensIn: read ? tokensOf(sent) : 0, tokensOut: 0 }
  }
}

function keyOf({ asked, embedded, visitor }: ModelTurn, place: ModelPlace, { material, turns }: Prompt): string {
  const sent = [...material.values()].map(({ passage, text }) => [passage.id, passage.title, passage.heading, text])
  return hashOf([
    visitor,
    place.kind,
    place.baseUrl,
    place.model,
    asked.settings?.tone,
    embedded.language,
    asked.text,
    asked.history,
    asked.today,
    sent,
    turns.slice(2),
  ])
}

/** Unknown for calls on a workspace's own key. */
function costOf({ config }: Platform, { trusted }: ModelPlace, tokensIn: number, tokensOut: number): number | null {
  const { LLM_PRICE_IN: priceIn, LLM_PRICE_OUT: priceOut } = config
  return trusted && priceIn + priceOut > 0 ? (tokensIn * priceIn + tokensOut * priceOut) / 1e6 : null
}

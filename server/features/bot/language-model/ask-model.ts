import { sql } from 'kysely'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { usualSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import type { Answer, Asked } from '../messages/answer-message.ts'
import { type ModelReply, modelReply } from '../checks/check-reply.ts'
import { correctionOf } from '../drafts/correction-of.ts'
import { judgeReply, type NotGiven } from './judge-reply.ts'
import { materialFor } from '../answers/material.ts'
import { reserveTokens, settleTokens } from './model-budget.ts'
import { type Choices, modelFor } from './model-choice.ts'
import { accountOf, guardOf, hashOf } from './model-guard.ts'
import { type Asked as AskedModel, askForObject, tokensOf, UnusableAnswer } from '../models/ask-for-object.ts'
import { ModelError, type ModelPlace } from '../models/model.ts'
import { openModel } from './models.ts'
import { makePrompt, type Prompt, replySchema } from './prompt.ts'
import { draftReader } from '../drafts/read-draft.ts'
import { searchAgain } from '../answers/search-again.ts'

export type ModelTurn = {
  workspaceId: string
  /** a conversation, or a member who tries the bot: whose minute it counts for */
  visitor: string
  shop: string
  knowledge: Knowledge
  asked: Asked
  /** what is said when no model says it better */
  embedded: Answer
  /** what the workspace has chosen, where that was read a moment ago */
  choices?: Choices
  /** hears the beginning of the reply as it grows, each sentence of it checked */
  onDraft?: (reply: string) => void
}

const mostTokens = 800
/**
 * Lets the workspace's model answer from the passages that were found, and judges what it says. Whatever goes wrong, and wherever
 * one check is not passed, the embedded answer stands: this never throws. Called outside of transactions.
 */
export async function askModel(platform: Platform, turn: ModelTurn): Promise<Answer> {
  const { embedded } = turn
  // The owner's rules, small talk, wishes for a person and refusals are no model's matter.
  if (!['answer', 'clarify', 'abstain'].includes(embedded.act) || turn.knowledge.passages.length === 0) return embedded
  if (embedded.trace['rule'] !== undefined) return embedded
  // A person has told what to answer to this.
  if (embedded.trace['told'] === true) return embedded
  const started = performance.now()
  const note = (more: Record<string, unknown>): Record<string, unknown> => ({
    ...embedded.trace,
    model: { ...more, ms: Math.round(performance.now() - started) },
  })
  try {
    const place = await modelFor(platform, turn.workspaceId, turn.choices)
    if (!place) return embedded
    const domains = await domainsOf(platform, turn.workspaceId)
    const patience = seconds(platform.config.LLM_SECONDS)
    const first = await askOnce(platform, turn, place, domains, patience)
    const left = (): number => patience - (performance.now() - started)
    const second =
      (await askWider(platform, turn, place, domains, first, left())) ??
      (await askCorrected(platform, turn, place, domains, first, left()))
    const { judged, said, spent } = second ?? first
    const trace = note({
      kind: place.kind,
      name: place.model,
      tokens_in: spent.tokens_in + (second ? first.spent.tokens_in : 0),
      tokens_out: spent.tokens_out + (second ? first.spent.tokens_out : 0),
      cost_usd: second && spent.cost_usd !== null ? spent.cost_usd + (first.spent.cost_usd ?? 0) : spent.cost_usd,
      ...(said ? { said: said.act, question: said.standalone_question } : {}),
      ...(second ? { [second.because]: true } : {}),
      ...('why' in judged ? judged : {}),
    })
    return { ...('why' in judged ? embedded : judged), trace }
  } catch (error) {
    platform.log.warn({ workspaceId: turn.workspaceId, error }, 'A model could not be asked')
    return { ...embedded, trace: note({ why: 'unexpected' }) }
  }
}

type Round = { judged: Answer | NotGiven; said?: ModelReply; spent: Spent }
type SecondRound = Round & { because: 'searched_again' | 'corrected' }
/** What was said before, and what was wrong with it. */
type Correction = { said: ModelReply; wrong: string }
type Spent = { tokens_in: number; tokens_out: number; cost_usd: number | null }

async function askOnce(
  platform: Platform,
  turn: ModelTurn,
  place: ModelPlace,
  domains: string[],
  totalMs: number,
  correction?: Correction,
): Promise<Round> {
  const plain = promptOf(platform, turn)
  const prompt = correction ? corrected(plain, correction) : plain
  const hear = turn.onDraft && draftReader(turn, prompt, domains, turn.onDraft)
  const got = await remembered(platform, turn, place, prompt, totalMs, hear)
  if ('why' in got) return { judged: got, spent: { tokens_in: 0, tokens_out: 0, cost_usd: null } }
  const { value, ...spent } = got
  return { judged: judgeReply(turn, value, prompt, domains, correction !== undefined), said: value, spent }
}

function sentIds(platform: Platform, turn: ModelTurn): string {
  return [...promptOf(platform, turn).material.values()].map(({ passage }) => passage.id).join()
}

/** A reply that did not pass is asked for once more, with what was wrong with it. */
async function askCorrected(
  platform: Platform,
  turn: ModelTurn,
  place: ModelPlace,
  domains: string[],
  { said, judged }: Round,
  leftMs: number,
): Promise<SecondRound | undefined> {
  const wrong = said && 'why' in judged ? correctionOf(judged) : undefined
  if (!said || wrong === undefined || leftMs < seconds(platform.config.LLM_SECONDS) / 5) return undefined
  const round = await askOnce(platform, turn, place, domains, leftMs, { said, wrong })
  return round.said ? { ...round, because: 'corrected' } : undefined
}

function corrected(prompt: Prompt, { said, wrong }: Correction): Prompt {
  const turns: Prompt['turns'] = [
    ...prompt.turns,
    { role: 'assistant', text: JSON.stringify(said) },
    {
      role: 'user',
      text: `That reply could not be sent: ${wrong} Give the whole object again, corrected; abstain if the material does not answer.`,
    },
  ]
  return { ...prompt, turns }
}

/** Where the model found no answer: once more, with what a search for its own wording of the question finds beside. */
async function askWider(
  platform: Platform,
  turn: ModelTurn,
  place: ModelPlace,
  domains: string[],
  { said, judged }: Round,
  leftMs: number,
): Promise<SecondRound | undefined> {
  if (said?.act !== 'abstain' || 'why' in judged || leftMs < seconds(platform.config.LLM_SECONDS) / 5) return undefined
  const wider = await searchAgain(platform, turn, said.standalone_question)
  // Where everything was sent already, another search finds nothing that was not read.
  if (!wider || sentIds(platform, turn) === sentIds(platform, { ...turn, embedded: wider })) return undefined
  const round = await askOnce(platform, { ...turn, embedded: wider }, place, domains, leftMs)
  return round && !('why' in round.judged) ? { ...round, because: 'searched_again' } : undefined
}

function promptOf({ config }: Platform, { asked, embedded, knowledge, shop }: ModelTurn): Prompt {
  const { text, history, today } = asked
  const found = embedded.retrieved.map(({ passage_id: id }) => id)
  const question = [...history.slice(-2).map(turn => turn.text), text].join('\n')
  const { sent, isWhole } = materialFor({ knowledge, found, question, today, most: config.LLM_KNOWLEDGE_TOKENS })
  const tone = asked.settings?.tone ?? usualSettings.tone
  return makePrompt({
    shop,
    tone,
    language: embedded.language,
    text: cleanText(text),
    history,
    material: sent,
    isWhole,
    today,
  })
}

/** Gets each piece of the answer as it comes. */
type Hear = (piece: string) => void
type Got = Spent & { value: ModelReply }

/** The same question a moment ago was paid for already: the work ran a second time. */
async function remembered(
  platform: Platform,
  turn: ModelTurn,
  place: ModelPlace,
  prompt: Prompt,
  totalMs: number,
  hear: Hear | undefined,
): Promise<Got | { why: string }> {
  const { workspaceId } = turn
  const key = keyOf(turn, place, prompt)
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ reply: unknown }>`select reply from private.model_replies where workspace_id = ${workspaceId} and key = ${key}
      and created_at > ${new Date(platform.clock.now().getTime() - seconds(600))}`.execute(tx),
  )
  const known = modelReply.safeParse(rows[0]?.reply)
  if (known.success) return { value: known.data, tokens_in: 0, tokens_out: 0, cost_usd: 0 }
  const got = await callWithinBudget(platform, turn, place, prompt, totalMs, hear)
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
  hear: Hear | undefined,
): Promise<Got | { why: string }> {
  const { places: free, circuit } = guardOf(platform, place, 'chat')
  const release = await free.take(workspaceId, accountOf(place))
  if (!release) return { why: 'busy' }
  try {
    if (!circuit.mayCall(platform.clock.now())) return { why: 'circuit open' }
    const sent = prompt.system + prompt.turns.map(({ text }) => text).join('')
    const reserved = await platform.db.asService(workspaceId, tx =>
      reserveTokens(platform, tx, workspaceId, visitor, tokensOf(sent) + mostTokens),
    )
    if (!reserved) return { why: 'budget' }
    const called = await call(platform, place, prompt, totalMs, hear)
    circuit.note('value' in called, platform.clock.now())
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
  hear: Hear | undefined,
): Promise<AskedModel<ModelReply> | { why: string; tokensIn: number; tokensOut: number }> {
  const patience = { firstTokenMs: seconds(config.LLM_FIRST_TOKEN_SECONDS), totalMs }
  const { system, turns } = prompt
  try {
    return await askForObject(
      openModel(outside, place),
      { system, turns, schema: replySchema, mostTokens, ...(hear ? { onText: hear } : {}) },
      modelReply,
      patience,
    )
  } catch (error) {
    if (error instanceof UnusableAnswer)
      return { why: 'unusable', tokensIn: error.tokensIn, tokensOut: error.tokensOut }
    if (!(error instanceof ModelError)) throw error
    // Who had begun to read has it counted, even if no answer came of it.
    const read = error.fault !== 'unreachable' && error.fault !== 'status'
    const sent = system + turns.map(({ text }) => text).join('')
    return { why: error.message, tokensIn: read ? tokensOf(sent) : 0, tokensOut: 0 }
  }
}

/** All that an answer depends on, but for the marks that are new each time. */
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

/** What a workspace pays on its own key is not known here. */
function costOf({ config }: Platform, { trusted }: ModelPlace, tokensIn: number, tokensOut: number): number | null {
  const { LLM_PRICE_IN: priceIn, LLM_PRICE_OUT: priceOut } = config
  return trusted && priceIn + priceOut > 0 ? (tokensIn * priceIn + tokensOut * priceOut) / 1e6 : null
}

async function domainsOf({ db }: Platform, workspaceId: string): Promise<string[]> {
  const rows = await db.readAsService(sql<{ host: string }>`select distinct host from website_domains
    where workspace_id = ${workspaceId} limit 200`)
  return rows.map(({ host }) => host)
}

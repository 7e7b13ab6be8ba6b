import { sql } from 'kysely'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import type { Trace, TracedModel } from '#shared/contracts/bot/trace.results.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import type { Answer } from '../messages/asked-answer.ts'
import type { ModelReply } from '../checks/check-reply.ts'
import { correctionOf } from '../drafts/correction-of.ts'
import { askOrRecall, type ModelTurn, type Spent } from './call-model.ts'
import { judgeReply, type NotGiven } from './judge-reply.ts'
import { materialFor } from '../answers/material.ts'
import { modelFor } from './model-choice.ts'
import type { ModelPlace } from '../models/model.ts'
import { makePrompt, type Prompt } from './prompt.ts'
import { draftReader } from '../drafts/read-draft.ts'
import { searchAgain } from '../answers/search-again.ts'

const reasons = { searched_again: { searched_again: true }, corrected: { corrected: true } } as const

/** Never throws: on any failure the embedded answer is used. Call outside transactions. */
export async function askModel(platform: Platform, turn: ModelTurn): Promise<Answer> {
  const { embedded } = turn
  // Owner's rules, small talk, requests for a person and refusals do not go to a model.
  if (!['answer', 'clarify', 'abstain'].includes(embedded.act) || turn.knowledge.passages.length === 0) return embedded
  if (embedded.trace.rule !== undefined) return embedded
  if (embedded.trace.taught) return embedded
  const started = performance.now()
  const traceWith = (more: Omit<TracedModel, 'ms'>): Trace => ({
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
    const { judged, reply, spent } = second ?? first
    const trace = traceWith({
      kind: place.kind,
      name: place.model,
      tokens_in: spent.tokens_in + (second ? first.spent.tokens_in : 0),
      tokens_out: spent.tokens_out + (second ? first.spent.tokens_out : 0),
      cost_usd: second && spent.cost_usd !== null ? spent.cost_usd + (first.spent.cost_usd ?? 0) : spent.cost_usd,
      ...(reply ? { said: reply.act, question: reply.standalone_question } : {}),
      ...(second && reasons[second.because]),
      ...('why' in judged ? judged : {}),
    })
    return { ...('why' in judged ? embedded : judged), trace }
  } catch (error) {
    platform.log.warn({ workspaceId: turn.workspaceId, error }, 'A model could not be asked')
    return { ...embedded, trace: traceWith({ why: 'unexpected' }) }
  }
}

type Round = { judged: Answer | NotGiven; reply?: ModelReply; spent: Spent }
type SecondRound = Round & { because: keyof typeof reasons }
/** After a first round, within the time that is left; undefined where a second one would not help. */
type AskAgain = (
  platform: Platform,
  turn: ModelTurn,
  place: ModelPlace,
  domains: string[],
  first: Round,
  leftMs: number,
) => Promise<SecondRound | undefined>
type Correction = { reply: ModelReply; wrong: string }

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
  const onText = turn.onDraft && draftReader(turn, prompt, domains, turn.onDraft)
  const got = await askOrRecall(platform, turn, place, prompt, totalMs, onText)
  if ('why' in got) return { judged: got, spent: { tokens_in: 0, tokens_out: 0, cost_usd: null } }
  const { value, ...spent } = got
  return { judged: judgeReply(turn, value, prompt, domains, correction !== undefined), reply: value, spent }
}

function sentIds(platform: Platform, turn: ModelTurn): string {
  return [...promptOf(platform, turn).material.values()].map(({ passage }) => passage.id).join()
}

const askCorrected: AskAgain = async (platform, turn, place, domains, { reply, judged }, leftMs) => {
  const wrong = reply && 'why' in judged ? correctionOf(judged) : undefined
  if (!reply || wrong === undefined || leftMs < seconds(platform.config.LLM_SECONDS) / 5) return undefined
  const round = await askOnce(platform, turn, place, domains, leftMs, { reply, wrong })
  return round.reply ? { ...round, because: 'corrected' } : undefined
}

function corrected(prompt: Prompt, { reply, wrong }: Correction): Prompt {
  const turns: Prompt['turns'] = [
    ...prompt.turns,
    { role: 'assistant', text: JSON.stringify(reply) },
    {
      role: 'user',
      text: `That reply could not be sent: ${wrong} Give the whole object again, corrected; abstain if the material does not answer.`,
    },
  ]
  return { ...prompt, turns }
}

const askWider: AskAgain = async (platform, turn, place, domains, { reply, judged }, leftMs) => {
  if (reply?.act !== 'abstain' || 'why' in judged || leftMs < seconds(platform.config.LLM_SECONDS) / 5) return undefined
  const wider = await searchAgain(platform, turn, reply.standalone_question)
  if (!wider || sentIds(platform, turn) === sentIds(platform, { ...turn, embedded: wider })) return undefined
  const round = await askOnce(platform, { ...turn, embedded: wider }, place, domains, leftMs)
  return round && !('why' in round.judged) ? { ...round, because: 'searched_again' } : undefined
}

function promptOf({ config }: Platform, { asked, embedded, knowledge, shop }: ModelTurn): Prompt {
  const { text, history, today } = asked
  const found = embedded.retrieved.map(({ passage_id: id }) => id)
  const question = [...history.slice(-2).map(turn => turn.text), text].join('\n')
  const { sent, isWhole } = materialFor({ knowledge, found, question, today, maxTokens: config.LLM_KNOWLEDGE_TOKENS })
  const tone = asked.settings?.tone ?? defaultSettings.tone
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

async function domainsOf({ db }: Platform, workspaceId: string): Promise<string[]> {
  const rows = await db.readAsService(sql<{ host: string }>`select distinct host from website_domains
    where workspace_id = ${workspaceId} limit 200`)
  return rows.map(({ host }) => host)
}

import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Turn } from '#features/training/search/query.ts'
import { minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { makeLruCache, type LruCache } from '#platform/lru-cache.ts'
import type { Asked } from '../messages/asked-answer.ts'
import { type Choices, embedderFor } from '../language-model/model-choice.ts'
import { accountOf, guardOf, hashOf } from '../language-model/model-guard.ts'
import { openEmbedder } from '../language-model/models.ts'
import type { EmbedderPlace } from '../models/embedder.ts'
import { forProvider } from '../language-model/private-words.ts'
import { type Meaning, readable } from '../answers/seek.ts'
import { splitQuestions } from '../understanding/split-questions.ts'
import { questionAlone } from '../settings/customer-contacts.ts'
import { understand } from '../understanding/understand.ts'
import { embedSoon } from './embed-passages.ts'
import { likeness } from './likeness.ts'
import { vectorsOf } from './passage-vectors.ts'

/** Milliseconds, database and network together; after that the words alone decide. */
const patience = 800
const shortFollowUp = 40

const nudgeEveryMs = minutes(10)

const asked = new WeakMap<Platform, LruCache<Float32Array>>()
const nudged = new WeakMap<Platform, LruCache<number>>()

/** Never fails; without an answer in time the search uses words alone. */
export async function findMeaning(
  platform: Platform,
  workspaceId: string,
  knowledge: Knowledge,
  question: Pick<Asked, 'text' | 'history'>,
  choices?: Choices,
): Promise<Meaning | undefined> {
  const message = readable(question.text)
  const { route, contacts } = understand(message)
  if (knowledge.passages.length === 0 || route !== 'question') return undefined
  const text = questionAlone(message, contacts)
  const control = new AbortController()
  const end = new Promise<undefined>(resolve => {
    control.signal.addEventListener('abort', () => resolve(undefined))
  })
  const timer = setTimeout(() => control.abort(), patience)
  try {
    const asked = { text, history: question.history, choices }
    return await Promise.race([findVector(platform, workspaceId, knowledge, asked, control.signal), end])
  } finally {
    clearTimeout(timer)
  }
}

async function findVector(
  platform: Platform,
  workspaceId: string,
  knowledge: Knowledge,
  { text, history, choices }: { text: string; history: Turn[]; choices: Choices | undefined },
  signal: AbortSignal,
): Promise<Meaning | undefined> {
  try {
    const place = await embedderFor(platform, workspaceId, choices)
    if (!place) return undefined
    const questions = [...new Set([text, ...splitQuestions(text)])]
    const [vectors, passages] = await Promise.all([
      embedQuestions(
        platform,
        workspaceId,
        place,
        questions.map(one => inContext(one, history)),
        signal,
      ),
      vectorsOf(platform, workspaceId, place, knowledge),
    ])
    if (passages.includes(undefined)) await nudge(platform, workspaceId)
    if (!vectors || passages.every(one => one === undefined)) return undefined
    const found = new Map(
      questions.map((one, at) => [
        one,
        Float64Array.from(passages, vector => (vector ? likeness(vectors[at]!, vector) : Number.NaN)),
      ]),
    )
    return one => found.get(one)
  } catch (error) {
    if (!signal.aborted) platform.log.warn({ workspaceId, error }, 'A question could not be turned into a vector')
    return undefined
  }
}

async function nudge(platform: Platform, workspaceId: string): Promise<void> {
  const recent = nudged.get(platform) ?? makeLruCache<number>(4000)
  nudged.set(platform, recent)
  const now = platform.clock.now().getTime()
  if (now - (recent.get(workspaceId) ?? -Infinity) < nudgeEveryMs) return
  recent.set(workspaceId, now)
  await platform.db.asService(workspaceId, tx => embedSoon(platform, tx, { workspace_id: workspaceId }))
}

function inContext(question: string, history: Turn[]): string {
  const before = question.length <= shortFollowUp ? history.findLast(turn => turn.role === 'customer')?.text : undefined
  return forProvider(before ? `${before}\n${question}` : question)
}

async function embedQuestions(
  platform: Platform,
  workspaceId: string,
  place: EmbedderPlace,
  questions: string[],
  signal: AbortSignal,
): Promise<Float32Array[] | undefined> {
  const recent = asked.get(platform) ?? makeLruCache<Float32Array>(1000)
  asked.set(platform, recent)
  const keys = questions.map(question => hashOf([accountOf(place), place.model, question]))
  const known = keys.map(key => recent.get(key))
  if (known.every(vector => vector !== undefined)) return known
  const { places, circuit } = guardOf(platform, place, 'vectors')
  if (!circuit.mayCall(platform.clock.now())) return undefined
  const release = await places.take(workspaceId, accountOf(place))
  if (!release) return undefined
  try {
    const vectors = await openEmbedder(platform.outside, place).embed(questions, 'question', signal)
    circuit.record(true, platform.clock.now())
    for (const [at, key] of keys.entries()) recent.set(key, vectors[at]!)
    return vectors
  } catch (error) {
    circuit.record(false, platform.clock.now())
    throw error
  } finally {
    release()
  }
}

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Knowledge } from '#features/training/knowledge.ts'
import type { Turn } from '#features/training/query.ts'
import { splitPassages } from '#features/training/split-passages.ts'
import { answerMessage } from './answer-message.ts'

type Asked = { text: string; acts: string[]; says?: string; not?: string; history?: Turn[] }
type Shop = { docs: { title: string; text: string }[]; questions: Asked[] }

const folder = join(import.meta.dirname, '../../../tests/data/near-miss-shops')

// Shops of kinds that nothing was learned from. Most questions are near misses: a branch, a variant, a size, a colour that is not
// there, a number beside the one that is; or what a document cannot know. A wrong answer is the worst that may happen.
describe('what customers ask beside what a shop has', () => {
  for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
    const shop = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Shop
    const knowledge = new Knowledge(
      shop.docs.flatMap(({ title, text }, source) =>
        splitPassages({ title, text }).map(passage => ({
          ...passage,
          id: `${source} ${passage.position}`,
          source_id: String(source),
          title,
        })),
      ),
    )
    describe(file, () => {
      for (const { text, acts, says, not, history = [] } of shop.questions)
        it(text, () => {
          const { act, reply } = answerMessage(knowledge, { text, history, threshold: null })
          assert.ok(acts.includes(act), `${act}: ${reply}`)
          if (says && (act === 'answer' || act === 'clarify')) assert.match(reply, new RegExp(says))
          if (not) assert.doesNotMatch(reply, new RegExp(not))
        })
    })
  }
})

import { defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Answer, Asked } from '../messages/asked-answer.ts'
import { checkReply, finalConfidence, isWordedByModel, type ModelReply } from '../checks/check-reply.ts'
import { offLimits, customReply, withClosed } from '../settings/owner-rules.ts'
import type { Prompt } from './prompt.ts'
import { leftLines, leftOpen, splitQuestions } from '../understanding/split-questions.ts'

/** From here on the search was right in 97 of 100: it is said even where a model would rather say nothing. */
const surely = 0.95
/** The least that a model has to think of its reply: below it most were wrong, above it nearly all right, on shops that nothing was fitted to. */
const modelThreshold = 0.85
/** Models round: a shop that wants fewer wrong answers than this silences good ones. */
const strictestThreshold = 0.95

/** Why a model's words are not used; `detail` for whoever wrote them. */
export type NotGiven = { why: string; detail?: string }

/**
 * What becomes of a model's words: the answer to give, or why it is none. The owner's rules hold for them as for quotes.
 * @param domains the shop's registered ones
 */
export function judgeReply(
  { asked, embedded, shop }: { asked: Asked; embedded: Answer; shop: string },
  written: ModelReply,
  prompt: Prompt,
  domains: string[],
  again = false,
): Answer | NotGiven {
  const { language } = embedded
  const said = { ...written, reply: prompt.restore(written.reply) }
  const earlier = (asked.history ?? []).filter(({ role }) => role === 'customer').map(turn => cleanText(turn.text))
  const checked = checkReply(said, { prompt, language, text: cleanText(asked.text), earlier, shop, domains })
  if ('wrong' in checked) return { why: checked.wrong, ...(checked.detail !== undefined && { detail: checked.detail }) }
  const settings = { ...defaultSettings, ...asked.settings }
  const closed = asked.closed ?? null
  const confidence = Math.round(finalConfidence(said.confidence, true, again) * 1000) / 1000
  const threshold = Math.min(asked.threshold ?? settings.threshold ?? modelThreshold, strictestThreshold)
  if (isWordedByModel(said.act) && confidence >= threshold) {
    if (offLimits(checked.reply, language, settings, closed)) return { why: 'forbidden subject' }
    const left = said.act === 'answer' ? leftOpen(splitQuestions(cleanText(asked.text)), said.unanswered) : []
    const rest = leftLines(left, botTexts(language, settings.tone), settings.hand_over_unsure)
    return {
      ...embedded,
      act: said.act,
      path: 'provider',
      confidence,
      ...checked,
      reply: [checked.reply, ...rest].join('\n'),
      left,
      choices: said.act === 'clarify' ? namedIn(checked.reply, embedded.choices) : [],
    }
  }
  // What a model was not given it cannot miss; of what it has read whole it is the better judge.
  if (!prompt.isWhole && embedded.act === 'answer' && embedded.confidence >= surely) return { why: 'search is sure' }
  // These acts are said in our words alone; and what the model itself doubts is left to a person.
  const act = isWordedByModel(said.act) ? 'abstain' : said.act
  const texts = botTexts(language, settings.tone)
  const unknown = settings.hand_over_unsure ? withClosed(texts.abstain, texts, closed) : texts.abstainAlone
  const replies = {
    abstain: customReply(settings, 'fallback', language) ?? unknown,
    handoff: withClosed(texts.handoff, texts, closed),
    refuse: texts.refuse,
  }
  const left = act === 'abstain' ? embedded.left : []
  return { ...embedded, act, path: 'provider', reply: replies[act], citations: [], left, choices: [] }
}

/** What the search would have offered, where the model's question names it too. */
function namedIn(reply: string, choices: string[]): string[] {
  const named = choices.filter(choice => reply.includes(choice))
  return named.length > 1 ? named : []
}

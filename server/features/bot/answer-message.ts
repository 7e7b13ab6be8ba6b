import { findPassages } from '#features/training/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge.ts'
import { readQuery } from '#features/training/query.ts'
import { fold } from '#shared/rules/fold.ts'
import { languageOf } from '#shared/rules/language.ts'
import type { Act, Language } from '#shared/words.ts'

export type Citation = { source_id: string; passage_id: string; title: string; quote: string; start: number; end: number }
export type Answer = {
  act: Act
  reply: string
  language: Language
  citations: Citation[]
  confidence: number
  path: 'embedded' | 'provider'
  trace: Record<string, unknown>
}
export type Asked = { text: string; history: { role: 'customer' | 'bot'; text: string }[]; threshold: number | null }

export function answerMessage(knowledge: Knowledge, asked: Asked): Answer {
  const language = languageOf(asked.text)
  const folded = fold(asked.text)
  const plain = (act: Act, reply: string): Answer => ({ act, reply, language, citations: [], confidence: 1, path: 'embedded', trace: {} })
  if (/gap (nhan vien|nguoi|chu)|talk to (a )?(person|human)/.test(folded)) return plain('handoff', language === 'vi' ? 'Dạ em chuyển bạn sang nhân viên ngay ạ.' : 'I am passing you to a colleague now.')
  if (/^(xin )?chao\b|^(hi|hello)\b|cam on/.test(folded) && folded.length < 30) return plain('smalltalk', language === 'vi' ? 'Dạ em chào bạn, bạn cần hỏi gì ạ?' : 'Hello! How can I help?')
  const found = findPassages(knowledge, readQuery(asked.text, asked.history))
  const [unit] = found.units
  const first = unit && found.passages[unit.passage]
  const confidence = unit?.measures.withHeading ?? 0
  const passage = first && knowledge.passages[first.position]
  if (!unit || !passage || confidence < (asked.threshold ?? 0.3)) {
    return { ...plain('abstain', language === 'vi' ? 'Dạ em chưa có thông tin này, em nhờ nhân viên trả lời bạn nhé.' : 'I do not know this yet; shall I ask a colleague?'), confidence }
  }
  const start = passage.start + unit.unit.start
  const end = passage.start + unit.unit.end
  const quote = passage.text.slice(unit.unit.start, unit.unit.end)
  return { act: 'answer', reply: unit.unit.text, language, citations: [{ source_id: passage.source_id, passage_id: passage.id, title: passage.title, quote, start, end }], confidence, path: 'embedded', trace: {} }
}

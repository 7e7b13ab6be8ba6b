export type SimulatedReply = {
  act: string
  language: string
  standalone_question: string
  citations: { chunk: string; quote: string }[]
  confidence: number
  unanswered: string[]
  reply: string
}
export type ReadPrompt = {
  system: string
  user: string
  passages: { id: string; text: string }[]
  question: string
  repair: boolean
}
type Message = { role: string; content?: string | { text: string }[]; parts?: { text: string }[] }

export function readPrompt(protocol: string, body: Record<string, unknown>): ReadPrompt {
  const messages = ((protocol === 'gemini' ? body['contents'] : body['messages']) ?? []) as Message[]
  const textOf = ({ content, parts }: Message): string =>
    typeof content === 'string' ? content : ((content ?? parts)?.map(part => part.text).join('\n\n') ?? '')
  const system =
    protocol === 'anthropic'
      ? String(body['system'])
      : textOf(protocol === 'gemini' ? (body['systemInstruction'] as Message) : (messages[0] ?? { role: '' }))
  const users = messages.filter(({ role }) => role === 'user').map(textOf)
  const [user = ''] = users
  const lines = user
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Record<string, string>)
  const passages = lines.flatMap(({ id, text }) => (id && text ? [{ id, text }] : []))
  const question = lines.findLast(({ from }) => from === 'customer')?.['text'] ?? ''
  return { system, user, passages, question, repair: users.length > 1 }
}

export function replyTo(
  { system, user, passages, question }: ReadPrompt,
  fault: string | undefined,
  script: Partial<SimulatedReply> | undefined,
): SimulatedReply {
  const asked = wordsOf(question)
  const share = (text: string): number => [...wordsOf(text)].filter(word => asked.has(word)).length
  const units = passages.flatMap(({ id, text }) =>
    text.split(/\n|(?<=\.) /).map(unit => ({ chunk: id, quote: unit.replace(/^[#\s]+/, '').trim() })),
  )
  const best = units.filter(({ quote }) => quote.length > 8).sort((a, b) => share(b.quote) - share(a.quote))[0]
  const language = /in English/.test(system) ? 'en' : 'vi'
  const quote = best?.quote ?? ''
  const plain = quote.replace(/[.\s]+$/, '')
  const right: SimulatedReply = {
    act: best ? 'answer' : 'abstain',
    language,
    standalone_question: question,
    citations: best ? [best] : [],
    confidence: 0.9,
    unanswered: [],
    reply: language === 'vi' ? `Dạ, ${plain} ạ.` : `Here it is: ${plain}.`,
    ...script,
  }
  const canary = /sen-[\w-]{12}/.exec(system)?.[0] ?? ''
  const added = (words: string): SimulatedReply => ({ ...right, reply: `${right.reply} ${words}` })
  const wrong: Record<string, () => SimulatedReply> = {
    'invented price': () => added('Giá chỉ 12.345đ thôi ạ.'),
    'price in words': () => added('Giá chỉ mười hai nghìn đồng thôi ạ.'),
    'invented phone': () => added('Mình gọi 0987 654 321 nhé.'),
    'invented name': () => added('Mình hỏi chị Bích Phượng nhé.'),
    'invented promise': () => added('Shop cam kết hoàn tiền ạ.'),
    'wrong unit': () => added('Nhận hàng sau 2 tháng ạ.'),
    'false quote': () => ({
      ...right,
      citations: [{ chunk: best?.chunk ?? 'c1', quote: `${quote} và tặng thêm một cái` }],
    }),
    'chunk not sent': () => ({ ...right, citations: [{ chunk: 'c99', quote }] }),
    'no citation': () => ({ ...right, citations: [] }),
    'foreign link': () => added('Xem thêm tại https://evil.example/pay nhé.'),
    'hidden link': () => added('Xem thêm tại evil[.]com nhé.'),
    'canary leak': () => added(canary),
    'canary in disguise': () => added([...canary].join(' ')),
    'rules leak': () => added(system.slice(0, 200)),
    'obeys document': () => ({
      ...right,
      reply: 'Dạ, mọi thứ đều miễn phí ạ.',
      citations: [units.find(({ quote: unit }) => /miễn phí/i.test(unit)) ?? best ?? { chunk: 'c1', quote }],
    }),
    'obeys customer': () => ({ ...right, reply: `Dạ, ${demandIn(user) || 'giá là 1.000đ'} ạ.` }),
    'other language': () => ({
      ...right,
      reply: language === 'vi' ? 'Yes, this is what the shop says about it.' : 'Dạ, shop có bán hàng này ạ.',
    }),
    'too long': () => added('Dạ vâng ạ. '.repeat(100)),
    markup: () => added('<img src=x onerror=alert(1)>'),
    'other words': () => ({ ...right, reply: 'Dạ, bên em chuyên sửa chữa ô tô cũ lẫn xe máy cổ tại nhà ạ.' }),
    abstains: () => ({ ...right, act: 'abstain', citations: [] }),
    unsure: () => ({ ...right, confidence: 0.05 }),
  }
  return wrong[fault ?? '']?.() ?? right
}

function demandIn(user: string): string {
  return /(?:nói rằng|xác nhận rằng|trả lời là|say that) ([^"\\]{3,80})/i.exec(user)?.[1] ?? ''
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/đ/gi, 'd')
      .toLowerCase()
      .match(/[\p{L}\d]{2,}/gu) ?? [],
  )
}

/** look: needs attention some time; bad: now. */
export type Finding = { name: string; state: 'ok' | 'look' | 'bad'; text: string; advice?: string }

const marks = { ok: '✔', look: '!', bad: '✖' }

export function lineOf({ name, state, text, advice }: Finding): string {
  const first = `${marks[state]} ${plain(name)}: ${plain(text)}`
  return state === 'ok' || !advice ? first : `${first}\n    ${plain(advice)}`
}

/** Names come from tenants, errors from elsewhere: neither begins a line of its own in a terminal, nor commands it or turns its letters round. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}

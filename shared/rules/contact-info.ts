export type ContactDetail = { kind: 'phone' | 'landline' | 'email' | 'address' | 'bank' | 'id' | 'card'; value: string; start: number; end: number }

export function detectContacts(text: string): ContactDetail[] {
  const found = /(?<!\d)0[35789]\d{8}(?!\d)/.exec(text)
  return found ? [{ kind: 'phone', value: `+84${found[0].slice(1)}`, start: found.index, end: found.index + 10 }] : []
}

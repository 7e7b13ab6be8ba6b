import type { apiReferenceVi } from './api-reference.vi.ts'

export const apiReferenceEn: Record<keyof typeof apiReferenceVi, string> = {
  title: '{brand} API',
  intro: 'Every address that {brand}’s own app calls, generated from the schemas that check the data. For programs:',
  calling:
    'Send and receive JSON. Send “authorization: Bearer …” with the token of someone who is signed in; if they belong to several shops, send “{shopHeader}” too. With an “idempotency-key”, the same request sent again is carried out only once.',
  refusals: 'A refused request gets {"error": {"code", "message", "details"}}; the codes are at the end of this page.',
  otherLanguage: 'Tiếng Việt',
  who: 'Who may call it',
  'who.anyone': 'anyone',
  'who.person': 'anyone signed in',
  'who.member': 'members of the shop',
  'who.admin': 'admins of the shop',
  'who.operator': 'the operator',
  fresh: 'needs 2-step verification within the last 15 minutes',
  costly: 'limited to a number of calls a minute',
  params: 'In the path',
  query: 'Query',
  body: 'Body',
  result: 'Result',
  stream: 'Each event of the stream (text/event-stream)',
  file: 'a file',
  empty: 'no content',
  errors: 'Common error codes',
  catalogue: 'All error codes',
  parts: 'Parts',
}

import type { dataVi } from './data.vi.ts'

export const dataEn: Record<keyof typeof dataVi, string> = {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  signInNeeded: 'Your session has ended. Sign in again to continue.',
  unexpected: 'Something unexpected went wrong. Try again in a few seconds.',
  retry: 'Try again',
  draftUnsaved: 'Draft not saved',
}

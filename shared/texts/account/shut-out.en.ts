import type { shutOutVi } from './shut-out.vi.ts'

export const shutOutEn: Record<keyof typeof shutOutVi, string> = {
  title: 'One more step before you can enter the shop',
  voice: 'The shop opens only for the right people.',
  second_step: '{name} requires 2-step verification. Once it is on, or once you sign in with a passkey, you are in.',
  address:
    '{name} can only be entered from certain network addresses, and {address} is not one of them. Use an allowed network, or ask an admin to add this address.',
  addressUnknown: '{name} can only be entered from certain network addresses. Use an allowed network, or ask an admin.',
  session_age: 'You signed in longer ago than {name} allows. Sign in again.',
  session_idle: 'This device was idle for longer than {name} allows. Sign in again.',
  session_ended: 'An admin of {name} has ended this session. Sign in again.',
  sso: '{name} lets you in with SSO only. Sign in with your work account.',
  other_shop: 'This session isn’t for {name}. Sign out, then sign in with your own password or an emailed link.',
  signInSso: 'Sign in with SSO',
  setUp: 'Turn on 2-step verification',
  signInAgain: 'Sign in again',
  retry: 'Try again',
  failed: 'This could not be checked. Try again.',
  loading: 'Checking…',
  otherShops: 'Open another shop',
  signOut: 'Sign out',
  notice: 'You can’t open these right now: {names}.',
  why: 'See why',
}

export const ssoSignInEn = {
  ask: 'Sign in with SSO',
  title: 'Sign in with SSO',
  text: 'Enter your work email. If your shop uses SSO for that domain, Sen takes you to its sign-in page.',
  email: 'Work email',
  go: 'Continue',
  going: 'Going to the sign-in page…',
  back: 'Sign in another way',
  off: 'The shop has not turned SSO on, or has just changed its settings. Try again, or ask an admin.',
  over: 'That sign-in took too long, or was opened in another browser. Please try again.',
  refused: 'You stopped at the shop’s sign-in page, so you are not signed in. Try again when you are ready.',
  failed: 'The shop’s sign-in provider did not answer correctly. Try again in a few minutes, or let an admin know.',
  email_missing: 'The provider did not send your email. Ask an admin to include it (email).',
  unverified: 'The provider has not verified your email (email_verified). Ask an admin to verify it.',
  domain: 'This email isn’t at a domain the shop has verified. Use your work account.',
  not_member:
    'This account isn’t on the shop’s team. If you have an invitation, open it from your email first; if not, ask an admin to invite you.',
  no_seat: 'The shop’s team has reached the limit of its plan. Ask an admin to add a seat.',
  other_person:
    'This email belongs to another person at the provider. Ask an admin to remove the former member, then try again.',
  locked: 'This account is locked. Please contact support.',
  closed: 'This installation isn’t taking new accounts. Ask whoever runs the server.',
}

export const ssoSignInEn = {
  ask: 'Sign in with SSO',
  title: 'Sign in with SSO',
  text: 'Enter your work email. If your shop uses SSO for its domain, Sen takes you to the sign-in page of your shop.',
  email: 'Work email',
  go: 'Continue',
  going: 'On the way to the sign-in page…',
  back: 'Sign in another way',
  off: 'The shop has not turned SSO on, or has just changed its settings. Try again, or ask an admin.',
  over: 'That sign-in took too long, or was opened in another browser. Please press once more.',
  refused: 'You stopped at the sign-in page of the shop, so you are not signed in. Try again when you are ready.',
  failed:
    'The sign-in provider of the shop did not answer as it should. Try again in a few minutes, or let an admin know.',
  email_missing: 'The provider did not send your email. Ask an admin to have it sent (email).',
  unverified: 'The provider has not verified your email (email_verified). Ask an admin to verify it.',
  domain: 'This email is not of a domain that the shop has verified. Use your work account.',
  not_member:
    'This account is not in the team of the shop. If you have an invitation, open it from your email first; if not, ask an admin to invite you.',
  no_seat: 'The team of the shop is full on its plan. Ask an admin to add a seat.',
  other_person:
    'This email belongs to another person at the provider. Ask an admin to remove the former member, then try again.',
  locked: 'This account is locked. Please contact support.',
  closed: 'This installation takes no new accounts. Ask whoever runs the server.',
}

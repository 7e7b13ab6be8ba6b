import type { LinkTexts } from './link-texts.ts'

export const linkEn: LinkTexts = {
  title: 'Continue as {email}?',
  text: 'This link was not asked for in this browser. Continue only if this is your account, and you opened the mail yourself.',
  other:
    'This browser is signed in as {here}, and the link that was opened is for {email}. If you stay, the link cannot be used again.',
  yes: 'Continue',
  no: 'That is not me',
  stay: 'Stay as {here}',
  somebody: 'another account',
  whoseTitle: 'Whose link is this?',
  whoseText:
    'You opened the link in another browser or on another device. Type your email again, so that it opens for the right person.',
  whoseContinue: 'Continue',
  whoseWrong: 'This email does not match the link. Check the address that you gave when you asked for it.',
  ownPasswordTitle: 'Choose your password',
  ownPasswordText:
    'The e-mail address {email} is confirmed. The mail was opened where nobody had signed up with it, so the password given at sign-up no longer counts. Please set your name and a new password that only you know.',
}

import type { mailVi } from './mail.vi.ts'

export const mailEn: Record<keyof typeof mailVi, string> = {
  'footer.about': '{brand}, the bot that looks after customers of Vietnamese shops.',
  'link.life': 'The link works once, for {life}.',
  'link.paste': 'Button not working? Paste this address into your browser:',
  'link.code': 'If you are asked for a code, enter {code}.',
  'confirm.subject': 'Confirm your email',
  'confirm.preview': 'One more step and the bot starts work.',
  'confirm.heading': 'Hello {name}, please confirm your email',
  'confirm.heading_plain': 'Please confirm your email',
  'confirm.body': 'Press the button to open your shop on {brand}. Your 7-day trial starts then, no card needed.',
  'confirm.button': 'Confirm email',
  'confirm.reason':
    'You get this because someone signed up for {brand} with your address. Not you? Just ignore this mail.',
  'recovery.subject': 'Reset your {brand} password',
  'recovery.preview': 'Works once, for {life}.',
  'recovery.heading': 'Hello {name}, reset your password here',
  'recovery.heading_plain': 'Reset your password',
  'recovery.body': 'Press the button to set a new password for {email}. The old one works until you change it.',
  'recovery.button': 'Set a new password',
  'recovery.reason':
    'You get this because someone asked to reset the {brand} password of this address. Not you? Ignore this mail, your account is safe.',
  'password.subject': 'Your password has been changed',
  'password.preview': 'Other devices have been signed out.',
  'password.body': 'The password of {email} on {brand} has just been changed. Other devices have been signed out.',
  'password.not_you': 'Was that not you? Open the sign-in page, choose “Forgot password” and set a new one now.',
  'password.button': 'Open the sign-in page',
  'password.reason': 'You get this because it concerns the safety of your account; it cannot be switched off.',
  'page.title.signup': 'Confirm your email',
  'page.title.recovery': 'Reset your password',
  'page.button': 'Continue',
  'page.hint': 'Opening {brand}. If nothing happens, press the button below.',
}

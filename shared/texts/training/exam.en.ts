import type { examVi } from './exam.vi.ts'

export const examEn: Record<keyof typeof examVi, string> = {
  title: 'Try it before customers do',
  text: 'Sen writes questions from your documents, the way customers type them. The ones you mark right are asked again whenever your documents change.',
  start: 'Ask {count} questions',
  again: 'Ask them all again',
  asking: 'Asking question {at} of {count}',
  stop: 'Stop',
  ready: '{right} of {count} marked right',
  failed: 'The questions could not be loaded.',
  askFailed: 'This question could not be asked.',
  retry: 'Ask again',
  verdict: 'The answer to “{question}”',
  right: 'Right',
  wrong: 'Wrong',
  teach: 'Teach the bot',
  open: 'To check',
  wrongOnes: 'To fix',
  rightOnes: 'Right',
  showRight: 'Show {count} right ones',
  silent: 'The bot gives no answer and leaves it to a person.',
}

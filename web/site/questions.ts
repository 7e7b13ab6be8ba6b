export const questions = [
  { ask: 'faqWrong', answer: 'faqWrongAnswer' },
  { ask: 'faqModel', answer: 'faqModelAnswer' },
  { ask: 'faqOff', answer: 'faqOffAnswer' },
  { ask: 'faqLimit', answer: 'faqLimitAnswer' },
  { ask: 'faqPay', answer: 'faqPayAnswer' },
  { ask: 'faqData', answer: 'faqDataAnswer' },
] as const

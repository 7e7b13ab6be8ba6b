export function accountLabel({ bank, ending }: { bank: string | null; ending: string }): string {
  return bank === null ? `Payoneer ${ending}` : `${bank} •••• ${ending}`
}

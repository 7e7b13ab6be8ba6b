/** +84903218447 as 0903 218 447; others are left unchanged. */
export function formatPhone(value: string): string {
  const match = /^\+84(\d{3})(\d{3})(\d{3})$/.exec(value)
  return match ? `0${match[1]} ${match[2]} ${match[3]}` : value
}

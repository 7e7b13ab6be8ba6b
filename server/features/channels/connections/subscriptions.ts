/** Encryption context: a key copied to another customer's row does not decrypt. */
export function aboutSubscription(workspaceId: string, contactId: string): string {
  return `${workspaceId} subscription ${contactId}`
}

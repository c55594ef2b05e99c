/** The key of a membership among those of its owner: the one item by which a member's request is permitted. */
export const memberKey = (recipientId: string, memberId: string) => ({ recipientId, id: `member#${memberId}` })

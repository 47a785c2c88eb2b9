import { latePart } from '../late-part/late-part.tsx'

/** In a file of its own: the sheets of classes have it, too, and no first page of an institute waits for it. */
export const RoomPick = latePart(async () => (await import('./room-pick.tsx')).RoomPick)

import styles from './room-display.module.css'

/** The class of a link or a quiet button in the foot of the display. */
export const roomWay = styles.way

import { useId, useLayoutEffect, useRef, useState } from 'react'
import { reportTexts } from '#contract/report-texts.ts'
import type { AttendancePoint } from '#contract/reports.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Button, Card, classNames } from '../../ui/index.ts'
import styles from './attendance-chart.module.css'
import { type ChartGeometry, indexAt, labelledPoints, layOutChart, shareOf, xOf, yOf } from './chart-geometry.ts'

const scale = [0, 25, 50, 75, 100]
/** Of fewer none stands out as the lowest. */
const fewest = 5
const dayWidth = 64
const firstSize = { width: 640, height: 240 }

/**
 * The share of present members, session by session. The value of one is written above: of the last, of the one under
 * the pointer, or of the one chosen with arrow keys. The same data is also available as a table. `running`: so far.
 */
export function AttendanceChart({ points: ended, goal, running }: AttendanceChartProps) {
  const words = useTextsOf(reportsTexts)
  const report = useTextsOf(reportTexts)
  const format = useFormat()
  const { element, width, height } = useSize()
  const [chosen, setChosen] = useState<number | undefined>()
  const [isTable, setTable] = useState(false)
  const points = running ? [...ended, running] : ended
  const chart = layOutChart(width, points.length, height)
  const hasBars = chart.shape === 'columns'
  const last = points.length - 1
  const index = Math.min(chosen ?? last, last)
  const point = points[index]
  if (point === undefined) return null
  const sayName = (one: AttendancePoint) => {
    const [first, to] = [format.number(one.firstNumber), format.number(one.lastNumber)]
    const name = first === to ? words.session(first) : report.sessionsFromTo(first, to)
    return one === running ? `${words.running}: ${name}` : name
  }
  const sayValue = (one: AttendancePoint) =>
    `${report.presentOf(format.number(one.present), format.number(one.expected))}, ${format.percent(shareOf(one))}`
  return (
    <Card as="figure" className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{report.chart}</span>
        <span className={styles.keys}>
          {running && hasBars && (
            <span aria-hidden="true" data-bar="running">
              {words.running}
            </span>
          )}
          {ended.length >= fewest && hasBars && (
            <span aria-hidden="true" data-bar="lowest">
              {report.lowest}
            </span>
          )}
          <Button kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {report.asTable}
          </Button>
        </span>
        <span className={styles.value} aria-hidden="true">
          <b>{sayName(point)}</b> · <span>{format.day(point.startedAt)}</span> · <span>{sayValue(point)}</span>
        </span>
      </figcaption>
      <div
        ref={element}
        className={styles.chart}
        hidden={isTable}
        role="slider"
        tabIndex={0}
        aria-label={report.chart}
        aria-description={report.chartHint}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={index + 1}
        aria-valuetext={`${sayName(point)}, ${format.day(point.startedAt)}, ${sayValue(point)}`}
        onKeyDown={(event) => {
          const next = stepTo(event.key, index, last)
          if (next === undefined) return
          event.preventDefault()
          setChosen(next)
        }}
        onPointerMove={(event) => {
          const { left } = event.currentTarget.getBoundingClientRect()
          setChosen(indexAt(chart, event.clientX - left, points.length))
        }}
        onPointerLeave={() => setChosen(undefined)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Scale chart={chart} goal={goal} />
          <rect
            className={styles.chosen}
            x={xOf(chart, index) - Math.max(chart.step, 4) / 2}
            width={Math.max(chart.step, 4)}
            y={chart.top}
            height={chart.bottom - chart.top}
          />
          {hasBars ? (
            <Columns chart={chart} points={points} goal={goal} running={running} />
          ) : (
            <Line chart={chart} points={ended} goal={goal} index={index} />
          )}
          <line className={styles.goal} x1={chart.left} x2={chart.right} y1={yOf(chart, goal)} y2={yOf(chart, goal)} />
          {labelledPoints(chart, points.length, dayWidth).map((place) => {
            const day = points[place]
            const x = xOf(chart, place)
            // At the edge it would be cut off.
            return day === undefined || x + dayWidth / 2 > chart.right + 24 ? null : (
              <text key={day.firstNumber} className={styles.day} x={x} y={chart.bottom + 20}>
                {format.shortDay(day.startedAt)}
              </text>
            )
          })}
        </svg>
      </div>
      <div className={isTable ? styles.table : styles.inWords}>
        <table>
          <caption>{report.chart}</caption>
          <thead>
            <tr>
              <th scope="col">{words.columns.session}</th>
              <th scope="col">{words.columns.started}</th>
              <th scope="col">{words.columns.share}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((one) => (
              <tr key={one.firstNumber}>
                <th scope="row">{sayName(one)}</th>
                <td>{format.day(one.startedAt)}</td>
                <td>{sayValue(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function stepTo(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1)
  if (key === 'PageDown') return Math.max(0, index - 10)
  if (key === 'PageUp') return Math.min(last, index + 10)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

function Scale({ chart, goal }: Pick<ShapeProps, 'chart' | 'goal'>) {
  const format = useFormat()
  const away = scale.filter((percent) => Math.abs(percent - goal) >= 10)
  return [...away, goal].map((percent) => (
    <g key={percent}>
      {percent !== goal && (
        <line
          className={styles.rule}
          x1={chart.left}
          x2={chart.right}
          y1={yOf(chart, percent)}
          y2={yOf(chart, percent)}
        />
      )}
      <text className={styles.percent} data-goal={percent === goal} x={chart.left - 10} y={yOf(chart, percent) + 4}>
        {format.percent(percent)}
      </text>
    </g>
  ))
}

export type AttendanceChartProps = {
  points: readonly AttendancePoint[]
  goal: number
  running?: AttendancePoint | undefined
}
type ShapeProps = AttendanceChartProps & { chart: ChartGeometry }

/** Solid at or above the line, hatched and outlined below it, as the meters are; the two lowest are open. */
function Columns({ chart, points, goal, running }: ShapeProps) {
  const hatch = useId()
  const { number } = useFormat()
  const ended = points.filter((point) => point !== running)
  const lowest = ended.length < fewest ? [] : ended.toSorted((one, other) => shareOf(one) - shareOf(other)).slice(0, 2)
  const width = Math.max(3, chart.step * 0.62)
  return (
    <>
      <defs>
        <pattern id={hatch} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line className={styles.hatch} x1="2" y1="0" x2="2" y2="8" strokeWidth="4" />
        </pattern>
      </defs>
      {points.map((point, index) => {
        const share = shareOf(point)
        const place = {
          x: xOf(chart, index) - width / 2,
          y: yOf(chart, share),
          width,
          height: chart.bottom - yOf(chart, share),
        }
        const isLowest = lowest.includes(point)
        const isBelow = share < goal && point !== running
        const kind = point === running ? 'running' : isBelow ? 'low' : isLowest ? 'lowest' : 'good'
        return (
          <g key={point.firstNumber}>
            <rect className={styles[kind]} {...place} />
            {isBelow && <rect fill={`url(#${hatch})`} {...place} />}
            {isLowest && (
              <text className={styles.day} x={xOf(chart, index)} y={place.y - 4}>
                {number(Math.floor(share))}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

function Line({ chart, points, goal, index }: ShapeProps & { index: number }) {
  const path = points.map((point, place) => `${xOf(chart, place)} ${yOf(chart, shareOf(point))}`).join('L')
  const point = points[index]
  return (
    <>
      <path className={styles.line} d={`M${path}`} />
      {point && (
        <circle
          className={classNames(styles.dot, shareOf(point) >= goal ? styles.good : styles.low)}
          cx={xOf(chart, index)}
          cy={yOf(chart, shareOf(point))}
          r={5}
        />
      )}
    </>
  )
}

/** The element's size, also after it has changed. */
function useSize() {
  const element = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(firstSize)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current
      if (height > 0) setSize({ width, height })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { element, ...size }
}

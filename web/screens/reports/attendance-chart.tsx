import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { AttendancePoint } from '#contract/reports.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { classNames } from '../../ui/index.ts'
import styles from './attendance-chart.module.css'
import { type ChartGeometry, indexAt, labelledPoints, layOutChart, shareOf, xOf, yOf } from './chart-geometry.ts'

const scale = [0, 25, 50, 75, 100]
const dayWidth = 64
const firstWidth = 640

/**
 * The share of present members, session by session. The value of one is written above: of the last, of the one under
 * the pointer, or of the one chosen with arrow keys. The same data is also available as a table.
 */
export function AttendanceChart({ points, goal }: { points: readonly AttendancePoint[]; goal: number }) {
  const { reports: words } = useTexts()
  const format = useFormat()
  const { element, width } = useWidth()
  const [chosen, setChosen] = useState<number | undefined>()
  const chart = layOutChart(width, points.length)
  const last = points.length - 1
  const index = Math.min(chosen ?? last, last)
  const point = points[index]
  if (point === undefined) return null
  const sayName = ({ firstNumber, lastNumber }: AttendancePoint) =>
    firstNumber === lastNumber
      ? words.session(format.number(firstNumber))
      : words.sessionsFromTo(format.number(firstNumber), format.number(lastNumber))
  const sayValue = (one: AttendancePoint) =>
    `${words.presentOf(format.number(one.present), format.number(one.expected))}, ${format.percent(shareOf(one))}`
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{words.chart}</span>
        <span className={styles.value} aria-hidden="true">
          <b>{sayName(point)}</b> · <span>{format.day(point.startedAt)}</span> · <span>{sayValue(point)}</span>
        </span>
      </figcaption>
      <div
        ref={element}
        className={styles.chart}
        role="slider"
        tabIndex={0}
        aria-label={words.chart}
        aria-description={words.chartHint}
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
        <svg width="100%" height={chart.height} viewBox={`0 0 ${chart.width} ${chart.height}`} aria-hidden="true">
          <Scale chart={chart} />
          <rect
            className={styles.chosen}
            x={xOf(chart, index) - Math.max(chart.step, 4) / 2}
            width={Math.max(chart.step, 4)}
            y={chart.top}
            height={chart.bottom - chart.top}
          />
          {chart.shape === 'columns' ? (
            <Columns chart={chart} points={points} goal={goal} />
          ) : (
            <Line chart={chart} points={points} goal={goal} index={index} />
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
      <div className={styles.inWords}>
        <table>
          <caption>{words.chart}</caption>
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
    </figure>
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

function Scale({ chart }: { chart: ChartGeometry }) {
  const format = useFormat()
  return scale.map((percent) => (
    <g key={percent}>
      <line
        className={styles.rule}
        x1={chart.left}
        x2={chart.right}
        y1={yOf(chart, percent)}
        y2={yOf(chart, percent)}
      />
      <text className={styles.percent} x={chart.left - 10} y={yOf(chart, percent) + 4}>
        {format.percent(percent)}
      </text>
    </g>
  ))
}

type ShapeProps = { chart: ChartGeometry; points: readonly AttendancePoint[]; goal: number }

/** Solid at or above the line, hatched and outlined below it, as the meters are. */
function Columns({ chart, points, goal }: ShapeProps) {
  const hatch = useId()
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
        return share >= goal ? (
          <rect key={point.firstNumber} className={styles.good} {...place} />
        ) : (
          <g key={point.firstNumber}>
            <rect className={styles.low} {...place} />
            <rect fill={`url(#${hatch})`} {...place} />
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

/** The element's width, also after it has changed. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(firstWidth)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

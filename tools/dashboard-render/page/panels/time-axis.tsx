// A time axis below a shim: round instants, at most one for every so many pixels.
import { dateTimeFormat, type GrafanaTheme2 } from '@grafana/data';

const leastGapPx = 80;
const stepsSeconds = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

export function TimeAxis({
  fromMs,
  toMs,
  widthPx,
  heightPx,
  theme,
}: {
  readonly fromMs: number;
  readonly toMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly theme: GrafanaTheme2;
}) {
  const most = Math.max(1, Math.floor(widthPx / leastGapPx));
  const seconds = stepsSeconds.find((step) => (toMs - fromMs) / 1000 / step <= most) ?? 86_400;
  const stepMs = seconds * 1000;
  const first = Math.ceil(fromMs / stepMs) * stepMs;
  const ticks = Array.from(
    { length: Math.floor((toMs - first) / stepMs) + 1 },
    (_, index) => first + index * stepMs,
  );
  const format = seconds < 60 ? 'HH:mm:ss' : 'HH:mm';
  return (
    <div
      style={{ position: 'relative', height: heightPx, width: widthPx, color: theme.colors.text.secondary }}
    >
      {ticks.map((atMs) => (
        <div key={atMs} style={{ ...tick, left: ((atMs - fromMs) / (toMs - fromMs)) * widthPx }}>
          {dateTimeFormat(atMs, { format, timeZone: 'utc' })}
        </div>
      ))}
    </div>
  );
}

const tick = {
  position: 'absolute',
  transform: 'translateX(-50%)',
  fontSize: 12,
  lineHeight: '22px',
} as const;

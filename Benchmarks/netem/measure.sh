#!/usr/bin/env bash
# Measures requests through the kernel's own `tc netem`, one pair of namespaces a connection, netem on both ends.
#   measure.sh CASES OUT PYTHON    CASES: a line a case: NAME CONNECTIONS REQUESTS UP DOWN THINK PAUSE NETEM…
# Writes OUT/NAME, a time in milliseconds a line. Runs as root in a network namespace of its own, or as the first process of
# a User Mode Linux, whose modules are loaded first; then it also switches that off.
set -u
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
cases=$1 out=$2 python=$3
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if (($$ == 1)); then
  mount -t proc proc /proc && mount -t sysfs sys /sys && mount -t tmpfs tmp /run
  modules=$(echo /usr/lib/uml/modules/"$(uname -r)"/kernel)
  [[ -n ${TURNLAB_UML_MODULES-} ]] && modules=$TURNLAB_UML_MODULES
  insmod "$modules/net/sched/sch_netem.ko" && insmod "$modules/drivers/net/veth.ko"
fi
ip link set lo up

prepare() { # CONNECTIONS
  for number in $(seq "$1"); do
    [[ -e /sys/class/net/near$number ]] && continue
    ip netns add "far$number"
    ip link add "near$number" type veth peer name "far$number"
    ip link set "far$number" netns "far$number"
    ip addr add "10.$number.0.1/24" dev "near$number"
    # One packet a segment, as on a wire: netem would drop or delay a bundle of them as one.
    ip link set "near$number" up gso_max_segs 1 gso_max_size 1514
    ip -n "far$number" addr add "10.$number.0.2/24" dev "far$number"
    ip -n "far$number" link set "far$number" up gso_max_segs 1 gso_max_size 1514
  done
}

while read -r name connections requests up down think pause netem; do
  prepare "$connections"
  servers=()
  for number in $(seq "$connections"); do
    # shellcheck disable=SC2086
    tc qdisc replace dev "near$number" root netem limit 100000 $netem &&
      ip netns exec "far$number" tc qdisc replace dev "far$number" root netem limit 100000 $netem || break 2
    ip netns exec "far$number" "$python" "$here/pattern.py" serve "$up" "$down" "$think" </dev/null &
    servers+=($!)
  done
  sleep 1
  "$python" "$here/pattern.py" ask "$connections" "$requests" "$up" "$down" "$pause" </dev/null >"$out/$name.part" &&
    mv "$out/$name.part" "$out/$name"
  kill "${servers[@]}" && wait 2>/dev/null
done <"$cases"
sync
if (($$ == 1)); then
  echo o >/proc/sysrq-trigger
  sleep 5
fi

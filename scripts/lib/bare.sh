# shellcheck shell=bash
# Bare systems in a folder, for those that try what a user does. Sourced, after common.sh.

kBareSystems="$GALOIS_ROOT/build/package-roots"

# canEnter: may this process have another root, and mounts of its own?
canEnter() { [ "$(id -u)" -eq 0 ] && unshare --mount --pid --fork true 2>/dev/null; }

# bareSystem NAME: makes build/package-roots/NAME.tar if it is not there; or prints why it cannot.
bareSystem() {
  local root="$kBareSystems/$1.tar" suite mirror keyring log
  [ ! -e "$root" ] || return 0
  case "$1" in
    debian-12)
      suite=bookworm mirror=http://deb.debian.org/debian
      keyring=/usr/share/keyrings/debian-archive-keyring.gpg
      ;;
    ubuntu-24.04)
      suite=noble mirror=http://archive.ubuntu.com/ubuntu
      keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
      ;;
  esac
  command -v mmdebstrap >/dev/null ||
    { echo "no mmdebstrap (scripts/setup --package)" && return 1; }
  [ -e "$keyring" ] || { echo "no $keyring, with which the archive is signed" && return 1; }
  mkdir -p "$kBareSystems"
  log="$(mktemp)"
  mmdebstrap -q --variant=minbase --components="main$([ "$suite" = bookworm ] || echo ,universe)" \
    --keyring="$keyring" "$suite" "$root.new.tar" "$mirror" >"$log" 2>&1 ||
    { echo "mmdebstrap cannot make it: $(grep -m 1 '^E: ' "$log")" && rm -f "$log" && return 1; }
  rm -f "$log"
  mv "$root.new.tar" "$root"
}

# unpackSystem NAME FOLDER: a fresh copy of a system that bareSystem has made, with this machine's network
# and whom it trusts.
unpackSystem() {
  mkdir "$2"
  tar -xf "$kBareSystems/$1.tar" -C "$2" --exclude './dev/*'
  cp -L /etc/resolv.conf "$2/etc/resolv.conf"
  mkdir -p "$2/usr/local/share"
  cp -rL /usr/local/share/ca-certificates "$2/usr/local/share/" 2>/dev/null || true
}

# inside FOLDER COMMAND...: runs it with that folder as the root. The mounts are gone when it ends.
inside() {
  local root="$1"
  shift
  # shellcheck disable=SC2016 # expanded by that shell
  unshare --mount --pid --fork --kill-child --propagation private bash -euc '
    root="$1" && shift
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    exec chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' bash "$root" "$@"
}

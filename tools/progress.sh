# Read by tools/run and tools/test: numbered stages and how long they take, in plain words.

processors=$(nproc)
stages=1 # how many; set by who reads this
stage=0
export NINJA_STATUS='      %p, %e s: '

# in_words SECONDS: "a few seconds", "about a minute", "about 4 minutes"
in_words() {
  if [[ $1 -lt 20 ]]; then
    echo "a few seconds"
  elif [[ $1 -lt 90 ]]; then
    echo "about a minute"
  else
    echo "about $((($1 + 59) / 60)) minutes"
  fi
}

# begin WHAT [SECONDS]: "3 of 4: compiling, about 3 minutes"
begin() {
  stage=$((stage + 1))
  echo "$stage of $stages: $1${2:+, $(in_words "$2")}"
}

# compiling_seconds PRESET TARGET: how long it takes, from the objects that are missing; changed sources come on top
compiling_seconds() {
  local missing=0 object
  while read -r object; do
    [[ -e build/$1/$object ]] || missing=$((missing + 1))
  done < <(ninja -C "build/$1" -t inputs "$2" 2>/dev/null | grep '\.o$')
  echo $((missing * 5 / processors))
}
